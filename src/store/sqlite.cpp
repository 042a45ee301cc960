#include "store/sqlite.h"
#include "store/lock_holder.h"
#include <fmt/format.h>
#include <sqlite3.h>

namespace wavelift::store {
namespace fs = std::filesystem;

void Statement::Finalise::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

Result<bool> Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return db_->failure(code);
}

int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }

std::string Statement::bytes(int column) const {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  return data ? std::string(data, static_cast<size_t>(sqlite3_column_bytes(handle_.get(), column))) : std::string();
}

Result<std::unique_ptr<Database>> Database::open(const fs::path& path, double wait_s) {
  std::error_code ec;
  if (fs::is_directory(path, ec))
    return fail(Exit::no_input, fmt::format("{} is a folder, not a store", path.string()), "give the path of a file in it");
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), ec);
  if (ec) return fail(Exit::output, fmt::format("cannot make the folder {}: {}", path.parent_path().string(), ec.message()));
  auto db = std::make_unique<Database>();
  db->path_ = path;
  db->wait_s_ = wait_s;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  db->handle_.reset(handle);
  if (code != SQLITE_OK) return db->failure(code);
  sqlite3_busy_timeout(handle, static_cast<int>(wait_s * 1000));
  return db;
}

Result<Statement> Database::prepare(std::string_view sql, std::initializer_list<Value> values) const {
  sqlite3_stmt* handle = nullptr;
  if (int code = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &handle, nullptr); code != SQLITE_OK)
    return failure(code);
  Statement statement(*this, handle);
  int index = 0;
  for (const Value& value : values) {
    ++index;
    int code = SQLITE_OK;
    // An empty view may have no address, which SQLite would take for NULL.
    const auto address = [](std::string_view text) { return text.empty() ? "" : text.data(); };
    if (auto* number = std::get_if<int64_t>(&value)) code = sqlite3_bind_int64(handle, index, *number);
    else if (auto* text = std::get_if<std::string_view>(&value))
      code = sqlite3_bind_text64(handle, index, address(*text), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    else if (auto* blob = std::get_if<Bytes>(&value))
      code = sqlite3_bind_blob64(handle, index, address(blob->bytes), blob->bytes.size(), SQLITE_TRANSIENT);
    if (code != SQLITE_OK) return failure(code);
  }
  return statement;
}

Result<int64_t> Database::execute(std::string_view sql, std::initializer_list<Value> values) const {
  auto statement = prepare(sql, values);
  if (!statement) return std::unexpected(statement.error());
  for (;;) {
    auto row = statement->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return sqlite3_changes64(handle_.get());
  }
}

Result<int64_t> Database::integer(std::string_view sql) const {
  auto statement = prepare(sql);
  if (!statement) return std::unexpected(statement.error());
  auto row = statement->step();
  if (!row) return std::unexpected(row.error());
  return *row ? statement->integer(0) : 0;
}

bool Database::in_transaction() const { return !sqlite3_get_autocommit(handle_.get()); }

bool Database::busy() const { return (sqlite3_errcode(handle_.get()) & 0xff) == SQLITE_BUSY; }

std::unexpected<Error> Database::failure(int code) const {
  const std::string file = path_.string();
  const char* why = handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
  switch (code & 0xff) {   // the rest of an extended code only says where
  case SQLITE_NOTADB:
    return fail(Exit::no_input, fmt::format("{} is not a store: it is no SQLite database", file), "give another path, or move that file away");
  case SQLITE_CORRUPT:
    return fail(Exit::no_input, fmt::format("the store {} is damaged ({})", file, why), "restore it from a copy, or begin another one");
  case SQLITE_BUSY:
    return fail(Exit::output, fmt::format("the store {} was held by {} for {:.3g} s", file, lock_holder(path_), wait_s_), "try again when that is done");
  case SQLITE_FULL: return fail(Exit::output, fmt::format("the disk of the store {} is full", file), "make room, then resume");
  case SQLITE_TOOBIG: return fail(Exit::output, fmt::format("what is to go into the store {} is larger than 1 GB", file), "store it in pieces");
  case SQLITE_READONLY:
  case SQLITE_CANTOPEN:
  case SQLITE_PERM:
  case SQLITE_IOERR:
    return fail(Exit::output, fmt::format("cannot use the store {}: {}", file, why), "its file and its folder have to be writable");
  default: return fail(Exit::internal, fmt::format("the store {}: {}", file, why));
  }
}

Result<Transaction> Transaction::begin(const Database& db, Kind kind) {
  if (auto begun = db.execute(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN"); !begun) return std::unexpected(begun.error());
  return Transaction(db);
}

Status Transaction::commit() {
  if (auto done = db_->execute("COMMIT"); !done) return std::unexpected(done.error());
  db_ = nullptr;
  return {};
}

Transaction::~Transaction() {
  // Some errors, a full disk for one, have rolled back already.
  if (db_ && db_->in_transaction()) (void)db_->execute("ROLLBACK");
}

}  // namespace wavelift::store
