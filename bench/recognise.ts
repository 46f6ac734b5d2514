/**
 * Recognising made scans in three scripts, and page 1 of real papers (of a folder as argument): the share of words that
 * are right and kept, how many that are kept are wrong, pages a minute of a processor, and the memory of the process.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#domain/app.ts'
import { createRecogniser } from '#server/adapters/recognition/recogniser.ts'
import { childrenOf, JOB_PROCESS } from '#tests/support/child-processes.ts'
import { drawScan, type Scan, type Script, scanPdf } from '#tests/support/made-scans.ts'
import { memoryOf } from './support/process-memory.ts'
import { printTable } from './support/table.ts'

const PAPERS = process.argv[2] ?? '../shared/papers'
const TICK_MS = 10
const WAYS: Record<string, Partial<Scan>> = {
  clean: {},
  'tilted 2°': { tilt: 2 },
  greyed: { greyed: true },
  noise: { noise: 25 },
  'all three': { tilt: 2, greyed: true, noise: 25 },
  'upside down': { tilt: 180 },
}
/** What is printed on made scans, a page of each script. */
const SCANNED_TEXTS: Record<Script, string[]> = {
  Latin: [
    'CBSE Class 12 Physics',
    'State Gauss law in electrostatics. Derive an expression for the electric field due to an infinitely long straight uniformly charged wire. Define mutual inductance. Draw the circuit diagram of a full wave rectifier.',
    'What happens when phenol is treated with bromine water? Explain Kohlrausch law. Why do transition elements show variable oxidation states?',
    'A ladder 10 m long reaches a window 8 m above the ground. Find the distance of the foot of the ladder from the base of the wall.',
    'Write a letter to the editor of a newspaper about stray dogs in your locality. Read the following passage about the lighthouse keeper and answer the questions.',
    'Name the two blocs of the Cold War. Describe the Vellore revolt of 1806. What were the terms of the treaty of Versailles?',
  ],
  Devanagari: [
    'कृपया जाँच कर लें कि इस प्रश्न-पत्र में मुद्रित पृष्ठ 11 हैं।',
    'प्रश्न-पत्र में दाहिने हाथ की ओर दिए गए कोड नम्बर को छात्र उत्तर-पुस्तिका के मुख-पृष्ठ पर लिखें।',
    'कृपया प्रश्न का उत्तर लिखना शुरू करने से पहले, प्रश्न का क्रमांक अवश्य लिखें।',
    'इस प्रश्न-पत्र को पढ़ने के लिए 15 मिनट का समय दिया गया है। प्रश्न-पत्र का वितरण पूर्वाह्न में 10.15 बजे किया जाएगा।',
    'दो पूरक कोणों में से बड़े कोण का मान छोटे कोण से अठारह डिग्री अधिक है। दोनों कोण ज्ञात कीजिए।',
    'भारत की स्वतंत्रता में महात्मा गांधी का योगदान लिखिए।',
  ],
  Tamil: [
    'திருப்புதல் தேர்வு',
    'அகர முதல எழுத்தெல்லாம் ஆதி பகவன் முதற்றே உலகு. பிரித்து எழுதுக. வேற்றுமை உருபு என்றால் என்ன? சிலப்பதிகாரம் இயற்றியவர் யார்?',
    'பின்வரும் வினாக்களுக்கு விடை எழுதுக. சரியான விடையைத் தேர்ந்தெடுத்து எழுதுக.',
    'தமிழ்நாட்டின் முக்கிய ஆறுகள் யாவை? காவிரி ஆற்றின் சிறப்புகளைப் பற்றி எழுதுக.',
    'ஒரு முக்கோணத்தின் பரப்பளவைக் காண்க. இரண்டு வட்டங்கள் ஒன்றையொன்று தொடுகின்றன.',
  ],
}
const say = (fields: object, message: string) => console.error(message, fields)
const log: Log = { info: say, warn: say, error: say }
const recogniser = createRecogniser({ languages: ['eng', 'hin', 'tam'], log, idleMs: 60_000 })
const folder = mkdtempSync(join(tmpdir(), 'thervu-bench-'))

await madeScans()
if (existsSync(PAPERS)) await realPapers()
await recogniser.close()
rmSync(folder, { recursive: true })

async function madeScans() {
  const rows: string[][] = []
  for (const script of Object.keys(SCANNED_TEXTS) as Script[])
    for (const dpi of [150, 200])
      for (const [way, how] of Object.entries(WAYS)) {
        const lines = SCANNED_TEXTS[script]
        const path = join(folder, 'scan.pdf')
        writeFileSync(path, scanPdf([await drawScan({ lines, script, dpi, ...how })]))
        const { text, confidence, ms } = await read(path)
        const { right, kept, all } = compare(lines.join(' '), text)
        const wrong = kept === 0 ? '–' : percent(1 - right / kept)
        rows.push([
          `${script}, ${dpi} dpi, ${way}`,
          percent(right / all),
          wrong,
          String(confidence),
          seconds(ms),
        ])
      }
  printTable('Made scans', ['scan', 'right', 'wrong of kept', 'confidence', 'processor'], rows)
}

async function realPapers() {
  const rows: string[][] = []
  for (const name of readdirSync(PAPERS).filter((name) => name.endsWith('.pdf'))) {
    const { text, confidence, ms } = await read(join(PAPERS, name))
    rows.push([name.slice(0, 34), String(wordsOf(text).length), String(confidence), seconds(ms)])
  }
  printTable('Page 1 of real papers', ['paper', 'words kept', 'confidence', 'processor'], rows)
  const { peakMiB, processorMs } = takenByJobs()
  console.log(`\nPeak of the process: ${peakMiB} MiB; processor in all: ${seconds(processorMs)}`)
}

async function read(path: string) {
  const before = ticks()
  const page = await recogniser.recognisePage(path, 1)
  const { text, confidence } = typeof page === 'string' ? { text: '', confidence: page } : page
  return { text, confidence, ms: ticks() - before }
}

/** Before the first page there is no process. */
function ticks(): number {
  try {
    return takenByJobs().processorMs
  } catch {
    return 0
  }
}

function compare(printed: string, read: string) {
  const left = Map.groupBy(wordsOf(printed), (word) => word)
  const kept = wordsOf(read)
  const right = kept.filter((word) => left.get(word)?.pop()).length
  return { right, kept: kept.length, all: wordsOf(printed).length }
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  )
}

function percent(share: number) {
  return `${Math.round(share * 100)} %`
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}

/** What the process for jobs has taken since its start: its peak in MiB, and milliseconds of a processor. */
function takenByJobs() {
  const [pid = 0] = childrenOf(JOB_PROCESS)
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return {
    peakMiB: Math.round(memoryOf(pid, 'VmHWM') / 2 ** 20),
    processorMs: (Number(user) + Number(system)) * TICK_MS,
  }
}
