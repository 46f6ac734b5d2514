/** The time of every picture: ten in the morning in India, and not gone by, or browsers would drop cookies. */
export const NOW = new Date('2030-07-15T04:30:00Z')

/** Sets the clock of this process to NOW; it stands, but for a millisecond a look, until it is told to run. */
export function freezeTime(): { run(): void } {
  const Real = Date
  let looks = 0
  let begun: number | null = null
  const now = () => {
    if (begun !== null) return NOW.getTime() + (performance.now() - begun)
    looks += 1
    return NOW.getTime() + looks / 100
  }
  globalThis.Date = new Proxy(Real, {
    construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [now()]),
    get: (target, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(target, name)),
  })
  return {
    run() {
      begun = performance.now()
    },
  }
}
