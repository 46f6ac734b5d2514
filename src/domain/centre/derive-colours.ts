import type { Centre } from './centre.ts'
import { COLOURS, contrast, DARK, LIGHT, ON_MARK, palettesOf, TEXT_CONTRAST } from './palette.ts'

type ChosenColours = {
  /** Links and buttons. */
  main: string
  /** The highlighter, with dark writing on it in both looks. */
  mark: string
}

/** The house's own is the first. Each is readable as it is by day; a test ensures it. */
export const MADE_COLOURS: readonly (ChosenColours & { name: string })[] = [
  { name: 'Blue', main: LIGHT.pen, mark: LIGHT.mark },
  { name: 'Green', main: '#0b5d3b', mark: '#c8e86b' },
  { name: 'Red', main: '#9c2f1f', mark: '#ffd08a' },
  { name: 'Teal', main: '#00606b', mark: '#8ee3dc' },
  { name: 'Purple', main: '#5b2a86', mark: '#f3c4f5' },
  { name: 'Slate', main: '#33475b', mark: '#ffd54a' },
]

const STEP = 0.02

/** Both looks of a chosen colour: darker by day and lighter by night, just as far as writing in it can be read. */
export function deriveColours({ main, mark }: ChosenColours): Centre['colours'] {
  const highlighter = readable(mark, [ON_MARK], '#ffffff')
  const day = { pen: readable(main, [LIGHT.paper, LIGHT.sheet], '#000000'), mark: highlighter }
  const night = { pen: readable(main, [DARK.paper, DARK.sheet], '#ffffff'), mark: highlighter }
  // The house's own by night is a little brighter than it would have to be.
  if (day.pen === LIGHT.pen) night.pen = DARK.pen
  return { light: without(day, LIGHT), dark: without(night, DARK) }
}

/** Whether a colour differs from what follows of two chosen ones: a pale one is as it was chosen by night alone. */
export function areSetByHand(colours: Centre['colours']): boolean {
  const { light, dark } = palettesOf({ colours })
  return ![light.pen, dark.pen].some((main) => {
    const derived = palettesOf({ colours: deriveColours({ main, mark: light.mark }) })
    return COLOURS.every((name) => derived.light[name] === light[name] && derived.dark[name] === dark[name])
  })
}

/** Colours of the house are not written down, so that they follow it. */
function without(colours: { pen: string; mark: string }, house: { pen: string; mark: string }) {
  return {
    ...(colours.pen !== house.pen && { pen: colours.pen }),
    ...(colours.mark !== house.mark && { mark: colours.mark }),
  }
}

/** The colour, mixed with white or black in small steps until it stands out from each ground. */
function readable(colour: string, grounds: string[], towards: '#000000' | '#ffffff'): string {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(colour, towards, share)
    if (grounds.every((ground) => contrast(mixed, ground) >= TEXT_CONTRAST)) return mixed
  }
  return towards
}

function mix(colour: string, other: string, share: number) {
  const parts = [1, 3, 5].map((at) => {
    const [one, two] = [colour, other].map((each) => Number.parseInt(each.slice(at, at + 2), 16))
    return Math.round((one ?? 0) * (1 - share) + (two ?? 0) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}
