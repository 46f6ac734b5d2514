/** From the arguments, as 5000, 5_000 or 5,000; exits when one is below `least` or no whole number. */
export function askedSizes(bench: string, usual: number[], least = 1): number[] {
  const asked = process.argv.slice(2).map((text) => Number(text.replaceAll(/[,_]/g, '')))
  if (asked.some((size) => !Number.isInteger(size) || size < least)) {
    const bound = least > 1 ? `, ${least} or more` : ''
    console.error(`Usage: npm run bench -- ${bench} [number of papers${bound} …]`)
    process.exit(2)
  }
  return asked.length > 0 ? asked : usual
}
