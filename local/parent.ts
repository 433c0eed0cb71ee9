const LOOK_EVERY_MILLISECONDS = 1000;

/** Calls `act` once the process that has started this one has ended, within a second; keeps nothing alive for that. */
export function onParentGone(act: () => void): void {
  const parent = process.ppid;
  const look = setInterval(() => {
    // An orphan is given another parent.
    if (process.ppid === parent) return;
    clearInterval(look);
    act();
  }, LOOK_EVERY_MILLISECONDS);
  look.unref();
}
