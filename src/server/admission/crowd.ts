/** So many who wait are a handful. */
const HANDFUL = 5

/** How many requests wait for their turn, for work that stands back while they are many. */
export type Crowd = {
  note(waiting: number): void
  untilSmall(): Promise<void>
}

export function createCrowd(): Crowd {
  let isLarge = false
  let small = Promise.withResolvers<void>()
  return {
    note(waiting) {
      if (isLarge && waiting <= HANDFUL) {
        small.resolve()
        small = Promise.withResolvers()
      }
      isLarge = waiting > HANDFUL
    },
    async untilSmall() {
      if (isLarge) await small.promise
    },
  }
}
