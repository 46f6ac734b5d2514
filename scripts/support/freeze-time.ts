/** Ten in the morning in India, and in the future, or browsers would drop cookies. */
export const NOW = new Date('2030-07-15T04:30:00Z')

/** Sets this process' clock to NOW, where it advances 10 µs a call until `run`. */
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
