/**
 * Runs `work` over `items`, at most `parallel` at a time, and returns the results in the order of the items. The first
 * error stops the start of further items and is thrown once those under way have ended.
 */
export async function mapPool<T, R>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (failures.length === 0) {
      const index = next++;
      const item = items[index];
      if (index >= items.length || item === undefined) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}

/**
 * Like `mapPool`, but gives each result as soon as it and those of the items before it are there, so that what was found
 * is not lost when the time runs out. After an error, or when nobody wants more, no further item is started.
 */
export async function* streamPool<T, R>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const results = items.map((item) => ({ item, ...Promise.withResolvers<R>() }));
  // An error is thrown where its result is asked for; until then it must not count as unhandled.
  for (const { promise } of results) promise.catch(() => undefined);
  const queue = results.values();
  let isOver = false;
  const worker = async (): Promise<void> => {
    while (!isOver) {
      const { value: next, done } = queue.next();
      if (done) return;
      try {
        next.resolve(await work(next.item));
      } catch (error) {
        isOver = true;
        next.reject(error);
      }
    }
  };
  const workers = Array.from({ length: Math.min(parallel, items.length) }, worker);
  try {
    for (const { promise } of results) yield await promise;
  } finally {
    isOver = true;
    await Promise.all(workers);
  }
}
