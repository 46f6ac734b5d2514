/** Ten in the morning in India, and in the future, or browsers would drop cookies. */
export const NOW = new Date('2030-07-15T04:30:00Z')

export type FrozenTime = { pass(ms: number): void; run(): void }

/** Sets this process' clock to NOW, where it advances 10 µs a call, and by what is let pass, until `run`. */
export function freezeTime(): FrozenTime {
  const Real = Date
  let looks = 0
  let passed = 0
  let begun: number | null = null
  const now = () => {
    if (begun !== null) return NOW.getTime() + passed + (performance.now() - begun)
    looks += 1
    return NOW.getTime() + passed + looks / 100
  }
  globalThis.Date = new Proxy(Real, {
    construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [now()]),
    get: (target, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(target, name)),
  })
  return {
    pass(ms) {
      passed += ms
    },
    run() {
      begun = performance.now()
    },
  }
}
