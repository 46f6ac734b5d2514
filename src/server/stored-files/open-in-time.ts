/** Null when it is not open after so many milliseconds; what comes later is closed. */
export async function openInTime(
  opening: Promise<ReadableStream<Uint8Array> | null>,
  limitMs: number,
): Promise<ReadableStream<Uint8Array> | null> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<null>()
  const timer = setTimeout(() => {
    giveUp(null)
    opening.then((stream) => stream?.cancel()).catch(() => {})
  }, limitMs)
  return await Promise.race([opening, late]).finally(() => clearTimeout(timer))
}
