// SQLite's C interface as values: what fails is one sentence about the file. Nothing here knows of events.
#pragma once
#include "base/error.h"
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace wavelift::store {

struct Bytes {
  std::string_view bytes;
};
using Value = std::variant<int64_t, std::string_view, Bytes>;   // SQL's INTEGER, TEXT and BLOB

class Database;

// A prepared statement with its parameters; it does not outlive its database.
class Statement {
public:
  // True: a row is there. Errors: as of Database.
  Result<bool> step();
  int64_t integer(int column) const;
  std::string bytes(int column) const;   // of TEXT or BLOB; NULL gives none

private:
  friend class Database;
  struct Finalise {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(const Database& db, sqlite3_stmt* handle) : db_(&db), handle_(handle) {}
  const Database* db_;
  std::unique_ptr<sqlite3_stmt, Finalise> handle_;
};

// A database file. Errors of all calls: no_input when the file is no database or damaged, output when it cannot be
// written or another process holds it for longer than `wait_s`.
class Database {
public:
  static Result<std::unique_ptr<Database>> open(const std::filesystem::path& path, double wait_s);

  // Parameters ?1, ?2, ... are `values` in their order, copied.
  Result<Statement> prepare(std::string_view sql, std::initializer_list<Value> values = {}) const;
  // Runs one statement to its end; how many rows it inserted, changed or deleted.
  Result<int64_t> execute(std::string_view sql, std::initializer_list<Value> values = {}) const;
  // The first column of the first row.
  Result<int64_t> integer(std::string_view sql) const;

  const std::filesystem::path& path() const { return path_; }
  bool in_transaction() const;
  bool busy() const;   // the last call failed because another process holds the file

private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::unexpected<Error> failure(int code) const;
  std::filesystem::path path_;
  double wait_s_ = 0;
  std::unique_ptr<sqlite3, Close> handle_;
};

// All or nothing: what was not committed is rolled back.
class Transaction {
public:
  enum class Kind { read, write };
  static Result<Transaction> begin(const Database& db, Kind kind);
  Transaction(Transaction&& other) noexcept : db_(std::exchange(other.db_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Status commit();

private:
  explicit Transaction(const Database& db) : db_(&db) {}
  const Database* db_;
};

}  // namespace wavelift::store
