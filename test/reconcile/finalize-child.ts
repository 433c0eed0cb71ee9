import { handler } from "../../functions/scan/finalize.ts";
import { documentClient } from "../../functions/store/table.ts";

/** Finalizes a scan in a process of its own, which is killed at one of its calls of DynamoDB: org, scan, call, before or after. */
const [org_id = "", scan_id = "", call = "0", when = "before"] = process.argv.slice(2);

let calls = 0;
documentClient.middlewareStack.add(
  (next) => async (args) => {
    const isLast = calls === Number(call);
    calls += 1;
    if (isLast && when === "before") process.kill(process.pid, "SIGKILL");
    const answer = await next(args);
    if (isLast) process.kill(process.pid, "SIGKILL");
    return answer;
  },
  { step: "initialize" },
);
await handler({ org_id, scan_id });
