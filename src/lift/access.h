// How generated glue reads a value inside a callable: captures through the edited lambda, fields,
// statics.
#pragma once

#include <string>

#include "base/error.h"
#include "lift/body.h"
#include "lift/keys.h"
#include "lift/site.h"

namespace tlaloc::lift {

struct Access {
  std::string text;              ///< the expression
  std::string declarations;      ///< what must stand before the glue (keys to private members)
  bool names_user_code = false;  ///< the glue has to stand at the end of the file
};

class Accesses {
 public:
  Accesses(Unit& unit, SiteTable& sites) : unit_(unit), sites_(sites) {}

  /// `callable`: the glue's name for the callable. `reader`: its name for what the callable's
  /// tlaloc_read returned;
  /// "" if the callable is no lambda. `site`: the callable's own, ignored without a reader.
  base::Result<Access> read(const Capture& c, const std::string& callable,
                            const std::string& reader, Site* site);

 private:
  base::Result<Access> step(const AccessStep& s, Access from);
  base::Result<Access> as_value(const Capture& c, Access a);
  std::string tied(Site& site, const AccessStep& s, const std::string& reader);

  Unit& unit_;
  SiteTable& sites_;
};

}  // namespace tlaloc::lift
