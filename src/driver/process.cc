#include "driver/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstring>

extern char** environ;

namespace tlaloc::driver {
namespace {

std::vector<char*> pointers(const Words& words) {
  std::vector<char*> argv;
  for (const std::string& w : words) argv.push_back(const_cast<char*>(w.c_str()));
  argv.push_back(nullptr);
  return argv;
}

int cannot_start(const std::string& program, int error) {
  std::fprintf(stderr, "tlaloc: error: cannot run '%s': %s\n", program.c_str(),
               std::strerror(error));
  return 127;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

int run(const Words& words) {
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, words[0].c_str(), nullptr, nullptr, pointers(words).data(), environ);
  return error ? cannot_start(words[0], error) : wait_for(child);
}

int run_quietly(const Words& words, std::string& text) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC)) return cannot_start(words[0], errno);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, words[0].c_str(), &actions, nullptr, pointers(words).data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  char buffer[4096];
  ssize_t n;
  while (!error && (n = ::read(ends[0], buffer, sizeof buffer)) > 0)
    text.append(buffer, static_cast<std::size_t>(n));
  ::close(ends[0]);
  return error ? cannot_start(words[0], error) : wait_for(child);
}

int become(const Words& words) {
  ::execvp(words[0].c_str(), pointers(words).data());
  return cannot_start(words[0], errno);
}

}  // namespace tlaloc::driver
