// Running a transformed function somewhere else: session.compile(step) has the signature of step.
//
//   auto session = Session::open("pjrt:/path/to/plugin.so");
//   auto fast = session.compile(value_and_grad<0>(loss));
//   auto [l, g] = fast(model, x, y);
//
// "cpu" is this process: the code that the compiler made of the printed derivative. Anything else
// gets the program's text, which the tool embeds for the callables that reach `compile` or
// `program`, as StableHLO; it is compiled at the first call of each set of sizes. Struct leaves
// become parameters named by their path. Captures are read at every call. Where a throw or an
// assert of the user's is reached, the call runs in this process instead, and throws what the
// function throws. A Session and what it compiled may be used from several threads.
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/derived.h>
#include <tlaloc/detail/host_program.h>
#include <tlaloc/detail/leaves.h>
#include <tlaloc/program.h>

namespace tlaloc {

/// A callable that runs in a session; the signature is the transformed function's.
template <class P, class F>
class Compiled;

class Session {
 public:
  /// Opens a host: "cpu", or "pjrt:" and the path of a PJRT plugin. Throws Error if it cannot be
  /// loaded.
  static Session open(const std::string& host);
  /// "cpu", or what the plugin calls itself.
  const std::string& name() const { return name_; }

  /// The function on the opened host. Throws Error if the host cannot run one of its ops.
  template <class P, class F, class = detail::TextOf<P, F>>
  Compiled<P, F> compile(Derived<P, F> f) const {
    if (host_ == nullptr) return {std::move(f), nullptr};
    auto text = detail::program_text(f);
    return {std::move(f), detail::HostProgram::load(host_, text)};
  }
  /// A function that nothing has transformed.
  template <class F, class D = Derived<Path<FusedOp>, F>, class = detail::TextOf<Path<FusedOp>, F>>
  Compiled<Path<FusedOp>, F> compile(F f) const {
    return compile(D{{std::move(f)}});
  }

 private:
  Session(std::string name, std::shared_ptr<detail::Host> host)
      : name_(std::move(name)), host_(std::move(host)) {}
  std::string name_;
  std::shared_ptr<detail::Host> host_;  // null: this process
};

namespace detail {

template <class S>
inline constexpr std::size_t argument_count = 0;
template <class R, class... A>
inline constexpr std::size_t argument_count<Signature<R, A...>> = sizeof...(A);

template <class P, class F, class S>
class CompiledBase;

template <class P, class F, class R, class... A>
class CompiledBase<P, F, Signature<R, A...>> {
 public:
  CompiledBase(Derived<P, F> f, std::shared_ptr<HostProgram> program)
      : f_(std::move(f)), program_(std::move(program)) {}

  R operator()(A... a) const {
    if (program_ == nullptr) return f_(std::forward<A>(a)...);
    LeafList x;
    add_arguments(x, std::index_sequence_for<A...>{}, a...);
    std::apply([&](const auto&... c) { (x.add<LeavesOf::value>(c), ...); }, program_captures(f_));
    auto leaves = program_->run(x.views());
    if (!leaves) return f_(std::forward<A>(a)...);
    ResultReader results(std::move(*leaves));
    return ResultOf<P>::template read<R>(results, a...);
  }

 private:
  // What a path adds to the function's own arguments are tangents.
  template <std::size_t... I>
  static void add_arguments(LeafList& x, std::index_sequence<I...>,
                            const std::remove_reference_t<A>&... a) {
    constexpr std::size_t own = argument_count<typename SignatureOf<F>::type>;
    (x.add<(I < own ? LeavesOf::value : LeavesOf::tangent)>(a), ...);
  }
  Derived<P, F> f_;
  std::shared_ptr<HostProgram> program_;
};

}  // namespace detail

template <class P, class F>
class Compiled : public detail::CompiledBase<P, F, detail::DerivedSignature<P, F>> {
  using detail::CompiledBase<P, F, detail::DerivedSignature<P, F>>::CompiledBase;
};

}  // namespace tlaloc
