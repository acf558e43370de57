/** The results of `map` in order, with up to `width` of them under way. */
export async function* mapAhead<T, R>(
  items: AsyncIterable<T>,
  width: number,
  map: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = [];
  for await (const item of items) {
    const result = map(item);
    // It is awaited in its turn, or not at all when an earlier one fails or the caller has enough.
    result.catch(() => undefined);
    underWay.push(result);
    const next = underWay.length >= width ? underWay.shift() : undefined;
    if (next) yield await next;
  }
  for (const result of underWay) yield await result;
}
