// A device in another process: the worker, alone in a jail, is the one that loads the vendor's library and the candidate's
// code object. What it is sent is inputs and poison; expected results never come near it.
#pragma once
#include "device/device.h"
#include "judge/jail.h"
#include "soft/observe/report.h"

namespace wavelift::judge {

struct RemoteOptions {
  std::string address = "software";    // as device::open
  std::string checks;                  // of the software GPU, as WAVELIFT_CHECK; empty: none
  uint64_t schedule = 0;               // of the software GPU, as WAVELIFT_SCHEDULE; 0: the usual order
  bool issue_clock = false;            // of the software GPU: times are those of WAVELIFT_CLOCK=issue
  uint64_t profile_groups = 0;         // of the software GPU: profiles launches, of which about so many workgroups run (soft/observe/sample.h); 0: no profile
  uint64_t profile_l1_kib = 0;         // of a profile: another L1 than the target's (soft/observe/sample.h); 0: the target's
  double wall_s = 600;
};

class RemoteDevice : public device::Device {
public:
  // Ends the worker and gives what the checks found. The device is of no use afterwards.
  virtual Result<soft::ReportSet> end() = 0;
  // The same where it profiled: the document of docs/profile.md.
  virtual Result<std::string> end_profile() = 0;
};

// Starts a worker and opens its device. Errors: those of the jail and of device::open.
Result<std::unique_ptr<RemoteDevice>> open_remote(const RemoteOptions& options);

// What the worker does: answers the requests that come on its standard input. Its exit code.
int serve(const std::string& address);

}  // namespace wavelift::judge
