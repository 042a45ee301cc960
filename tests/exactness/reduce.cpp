#include "reduce.h"
#include <algorithm>

namespace wavelift::exactness {

namespace {

using Body = std::vector<Statement>;

class Reducer {
public:
  Reducer(Kernel k, int budget, const std::function<bool(const Kernel&)>& fails) : k_(std::move(k)), budget_(budget), fails_(fails) {}

  Kernel run() {
    for (bool smaller = true; smaller && budget_ > 0;) {
      smaller = halves(k_.body) || statements(k_.body);
      for (size_t i = k_.functions.size(); i-- > 0;) {
        Function f = k_.functions[i];
        k_.functions.erase(k_.functions.begin() + static_cast<ptrdiff_t>(i));
        if (keeps_failing()) smaller = true;
        else k_.functions.insert(k_.functions.begin() + static_cast<ptrdiff_t>(i), std::move(f));
      }
      for (Function& f : k_.functions) smaller |= statements(f.body) || expression(f.result);
      if (!smaller) smaller = expressions(k_.body);
    }
    return std::move(k_);
  }

private:
  bool keeps_failing() { return budget_-- > 0 && fails_(k_); }

  // Large parts first: the second half of the body, the first half.
  bool halves(Body& body) {
    bool any = false;
    for (size_t part = body.size() / 2; part > 1; part /= 2)
      for (size_t at = 0; at + part <= body.size();) {
        Body before = body;
        auto first = body.begin() + static_cast<ptrdiff_t>(at);
        body.erase(first, first + static_cast<ptrdiff_t>(part));
        if (keeps_failing()) {
          any = true;
        } else {
          body = std::move(before);
          at += part;
        }
      }
    return any;
  }

  // Each statement away, or what is inside of it in its place.
  bool statements(Body& body) {
    bool any = false;
    for (size_t i = body.size(); i-- > 0;) {
      auto at = [&] { return body.begin() + static_cast<ptrdiff_t>(i); };
      if (body[i].fixed) continue;
      Statement s = body[i];
      body.erase(at());
      if (keeps_failing()) {
        any = true;
        continue;
      }
      body.insert(at(), s);
      for (const Body& inside : s.bodies) {
        Body before = body;
        body.erase(at());
        Body free = inside;
        std::erase_if(free, [](const Statement& t) { return t.fixed; });   // labels mean nothing outside
        body.insert(at(), free.begin(), free.end());
        if (keeps_failing()) {
          any = true;
          break;
        }
        body = std::move(before);
      }
      if (i < body.size())
        for (Body& inside : body[i].bodies) any |= statements(inside);
    }
    return any;
  }

  bool expressions(Body& body) {
    bool any = false;
    for (Statement& s : body) {
      for (Expr& e : s.exprs) any |= expression(e);
      for (Body& b : s.bodies) any |= expressions(b);
    }
    return any;
  }

  // An operand of the same type in place of the operation.
  bool expression(Expr& e) {
    bool any = false;
    for (size_t i = 0; i < e.args.size(); ++i) {
      if (e.args[i].type != e.type) continue;
      Expr before = e;
      e = Expr(before.args[i]);
      if (keeps_failing()) return expression(e), true;
      e = std::move(before);
    }
    for (Expr& a : e.args) any |= expression(a);
    return any;
  }

  Kernel k_;
  int budget_;
  const std::function<bool(const Kernel&)>& fails_;
};

}  // namespace

Kernel reduce(Kernel k, int budget, const std::function<bool(const Kernel&)>& fails) { return Reducer(std::move(k), budget, fails).run(); }

}  // namespace wavelift::exactness
