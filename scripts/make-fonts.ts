// Subsets the fonts to the characters in fonts.css and to the weights in use. The output is committed and
// reproducible: run this only when fonts.css changes.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'src/web/styles/fonts')
const LATIN = import.meta.resolve('@fontsource-variable/anek-latin/files/anek-latin-latin-wght-normal.woff2')
const EXTENDED = import.meta.resolve(
  '@fontsource-variable/anek-latin/files/anek-latin-latin-ext-wght-normal.woff2',
)
const TAMIL = import.meta.resolve('@fontsource-variable/anek-tamil/files/anek-tamil-tamil-wght-normal.woff2')
const DEVANAGARI = import.meta.resolve(
  '@expo-google-fonts/anek-devanagari/500Medium/AnekDevanagari_500Medium.ttf',
)
const ALL = { min: 400, max: 800 }
const REGULAR = 400
const SEMIBOLD = 600

/** What browsers use by themselves, and figures of one width. */
const OF_LATIN = 'kern tnum lnum liga rvrn'.split(' ')
/**
 * What Devanagari cannot be written without. The rest, two thirds of a font's bytes, are signs as wide as their letter and
 * old conjuncts: without them द्य is written with a halant, as schoolbooks write it.
 */
const OF_DEVANAGARI = 'locl nukt akhn rphf rkrf blwf half vatu cjct abvm blwm mark mkmk kern dist ccmp'.split(
  ' ',
)
/** Without letters for other looks. */
const OF_TAMIL = 'locl akhn half pres abvs blws psts haln abvm blwm mark mkmk kern dist ccmp'.split(' ')

const FONTS: { name: string; source: string; weight?: typeof ALL | number; features?: string[] }[] = [
  { name: 'anek-latin', source: LATIN, weight: ALL, features: OF_LATIN },
  { name: 'anek-rupee', source: EXTENDED, weight: ALL, features: OF_LATIN },
  { name: 'anek-latin-accents', source: LATIN, weight: ALL },
  { name: 'anek-latin-extended', source: EXTENDED, weight: ALL },
  { name: 'anek-tamil', source: TAMIL, weight: SEMIBOLD, features: OF_TAMIL },
  { name: 'anek-tamil-regular', source: TAMIL, weight: REGULAR, features: OF_TAMIL },
  { name: 'anek-devanagari', source: DEVANAGARI, features: OF_DEVANAGARI },
]

const css = readFileSync(join(root, 'src/web/styles/fonts.css'), 'utf8')
for (const { name, source, weight, features } of FONTS) {
  const whole = readFileSync(new URL(source))
  const font = await subsetFont(whole, lettersOf(name), {
    targetFormat: 'woff2',
    ...(weight === undefined ? {} : { variationAxes: { wght: weight } }),
    ...(features ? { keepFeatures: features } : {}),
  })
  writeFileSync(join(folder, `${name}.woff2`), font)
  console.log(`${name}: ${kilobytes(whole.length)} → ${kilobytes(font.length)}`)
}
copyFileSync(new URL('../LICENSE', LATIN), join(folder, 'OFL.txt'))

/** From the file's unicode-range; characters that the source lacks are dropped silently. */
function lettersOf(name: string): string {
  const face = css.split('@font-face').find((each) => each.includes(`/${name}.woff2`))
  const [, ranges] = /unicode-range:([^;]+);/.exec(face ?? '') ?? []
  if (!ranges) throw new Error(`fonts.css has no unicode-range for ${name}.`)
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first = '', last = first]) =>
      charactersFrom(Number.parseInt(first, 16), Number.parseInt(last, 16)),
    )
    .join('')
}

function charactersFrom(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
