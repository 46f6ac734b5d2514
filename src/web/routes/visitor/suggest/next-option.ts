/** -1 stands for the field itself, undefined for a key that is not the list's. */
export function nextOption(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  // In the text these keys move the cursor, until an option is active.
  if (active < 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
}
