// Longer than other files: every edit moves the same boxes, and keeps them from overlapping by the same rules.
import type { Printing, Question, QuestionBox } from './find-questions.ts'
import { sharedAndOwn } from './question-crop.ts'

/** Safe in the browser. A question as an administrator corrects it; its text is that of the lines within its boxes. */
export type EditedQuestion = Pick<Question, 'number' | 'section' | 'marks'> & {
  printings: Pick<Printing, 'language' | 'boxes'>[]
}

/** What may be typed as a number, as the finder reads them: it ends a question's address, "#q17". */
export const NUMBER = /^\d{1,3}(?:\.\d{1,2})?$/
export const NUMBER_RULE = 'must be a number such as 17 or 2.3'
export const MOST_MARKS = 100

/** Where a box is within a list: the places of its question, printing and box, from 0. */
export type BoxPlace = { question: number; printing: number; box: number }
export type PlacedBox = BoxPlace & { area: QuestionBox }
/** A point of a page, in pixels of its picture, which is 1440 wide and `height` high. */
export type PagePoint = { page: number; x: number; y: number; height: number }

/** No box is lower, and none nearer to the next, in pixels of 1440. */
const [LEAST, GAP] = [20, 8]
/** In these pixels: a page, and the narrowest box. */
const [PAGE_WIDTH, LEAST_WIDE] = [1_440, 60]
/** Where a question ends so near above another, it goes on to wherever the other one begins. */
const NEAR = 60
/** Of one column are boxes that share so much of the narrower one's width. */
const OF_COLUMN = 0.6
/** Of a question that is added where no other one follows. */
const NEW_HEIGHT = 240
/** On a page without questions. */
const [PAGE_LEFT, PAGE_RIGHT] = [90, 1_350]

/** All boxes of a page, or of all pages, but those of passages: several questions share these. */
export function boxesOf(list: readonly EditedQuestion[], page?: number): PlacedBox[] {
  return list.flatMap(({ printings }, question) =>
    printings.flatMap(({ boxes }, printing) =>
      boxes.flatMap((area, box) =>
        !area.isPassage && (page === undefined || area.page === page)
          ? [{ question, printing, box, area }]
          : [],
      ),
    ),
  )
}

/**
 * Moves where a box begins or ends. What begins takes its place from the question before, or leaves it that; what ends
 * leaves a gap, and pushes the next. It becomes as wide as its column, so that nothing new within it is cut.
 */
export function moveEdge(
  list: readonly EditedQuestion[],
  place: BoxPlace,
  edge: 'top' | 'bottom',
  to: number,
  height: number,
): EditedQuestion[] {
  const area = list[place.question]?.printings[place.printing]?.boxes[place.box]
  if (!area) return [...list]
  const { above, below } = neighboursOf(list, area, place)
  const [top, bottom] = [area.top, bottomOf(area)]
  const changed = new Map<string, QuestionBox>()
  const wide = columnOf(list, area)
  if (edge === 'top') {
    const least = above ? above.area.top + LEAST + GAP : 0
    const begins = within(to, Math.min(least, top), bottom - LEAST)
    changed.set(keyOf(place), { ...area, ...wide, top: begins, height: bottom - begins })
    if (above) {
      const ended = bottomOf(above.area)
      const isNext = top - ended <= NEAR && begins > top
      if (isNext || ended > begins - GAP)
        changed.set(keyOf(above), { ...above.area, ...wide, height: begins - GAP - above.area.top })
    }
  } else {
    const most = below ? bottomOf(below.area) - LEAST - GAP : height
    const ends = within(to, top + LEAST, Math.max(most, bottom))
    changed.set(keyOf(place), { ...area, ...wide, height: ends - top })
    if (below && below.area.top < ends + GAP)
      changed.set(keyOf(below), {
        ...below.area,
        top: ends + GAP,
        height: bottomOf(below.area) - ends - GAP,
      })
  }
  return mapBoxes(list, (box, at) => changed.get(keyOf(at)) ?? box)
}

/** Moves the left or the right side of a box alone. */
export function moveSide(
  list: readonly EditedQuestion[],
  place: BoxPlace,
  side: 'left' | 'right',
  to: number,
): EditedQuestion[] {
  return mapBoxes(list, (box, at) => {
    if (keyOf(at) !== keyOf(place)) return box
    const right = box.left + box.width
    if (side === 'right') return { ...box, width: within(to, box.left + LEAST_WIDE, PAGE_WIDTH) - box.left }
    const left = within(to, 0, right - LEAST_WIDE)
    return { ...box, left, width: right - left }
  })
}

/**
 * Begins a new question at a point: within another one it takes the rest of that, else what is free up to the next. Its number
 * follows the one before. `at` is its place; null where there is no room.
 */
export function addQuestion(
  list: readonly EditedQuestion[],
  point: PagePoint,
): { list: EditedQuestion[]; at: number } | null {
  const cut = cutAt(list, point, true)
  if (!cut) return null
  const before = list[cut.before]
  const added = {
    number: before ? nextNumber(before.number) : '1',
    section: before?.section ?? null,
    marks: before?.marks ?? null,
    printings: [{ language: cut.language, boxes: cut.boxes }],
  }
  const at = cut.before + 1
  return { list: cut.list.toSpliced(at, 0, added), at }
}

/** A question goes on at a point, too: in the same language where it is printed in that one, else as another printing. */
export function continueQuestion(
  list: readonly EditedQuestion[],
  question: number,
  point: PagePoint,
): EditedQuestion[] | null {
  const cut = cutAt(list, point, false)
  const own = cut?.list[question]
  if (!cut || !own || cut.from === question) return null
  const same = own.printings.findIndex(({ language }) => language === cut.language)
  const printings =
    same < 0
      ? [...own.printings, { language: cut.language, boxes: cut.boxes }]
      : own.printings.map((each, at) =>
          at === same ? { ...each, boxes: [...each.boxes, ...cut.boxes].sort(passagesFirst) } : each,
        )
  return cut.list.with(question, { ...own, printings })
}

/** Without a question; with `join`, the one before gets what it had. */
export function removeQuestion(
  list: readonly EditedQuestion[],
  question: number,
  { join }: { join: boolean },
): EditedQuestion[] {
  const [gone, before] = [list[question], list[question - 1]]
  const without = list.toSpliced(question, 1)
  if (!join || !gone || !before) return without
  const printings = before.printings.map((each, at) => {
    const other = gone.printings.find(({ language }) => language === each.language) ?? gone.printings[at]
    return other ? { ...each, boxes: joined(each.boxes, other.boxes) } : each
  })
  return without.with(question - 1, { ...before, printings })
}

/** Without one of several boxes of a question; its last one stays. */
export function removeBox(list: readonly EditedQuestion[], place: BoxPlace): EditedQuestion[] {
  if (boxesOf(list.slice(place.question, place.question + 1)).length < 2) return [...list]
  return mapBoxes(list, (box, at) => (keyOf(at) === keyOf(place) ? null : box))
}

/** The first page of what a question shares with others; null where it shares nothing. */
export function passageOf({ printings }: EditedQuestion): number | null {
  return printings.flatMap(({ boxes }) => sharedAndOwn(boxes).shared)[0]?.page ?? null
}

/** A question is about what the one before is about, in each language; or, with `from` null, is alone. */
export function setPassage(
  question: EditedQuestion,
  from: Pick<EditedQuestion, 'printings'> | null,
): EditedQuestion {
  const printings = question.printings.map((each) => {
    const like = from?.printings.find(({ language }) => language === each.language) ?? from?.printings[0]
    return { ...each, boxes: [...sharedAndOwn(like?.boxes ?? []).shared, ...sharedAndOwn(each.boxes).own] }
  })
  return { ...question, printings }
}

/** What a new part at a point would take: out of another question, or of free space after question `before`. */
function cutAt(list: readonly EditedQuestion[], point: PagePoint, withRest: boolean) {
  const there = boxesOf(list, point.page)
  const inside = there.find(
    ({ area }) =>
      point.x >= area.left - NEAR &&
      point.x <= area.left + area.width + NEAR &&
      point.y > area.top &&
      point.y < bottomOf(area),
  )
  if (inside) {
    const { area, question, printing, box } = inside
    const ends = point.y - GAP
    const own = list[question]?.printings[printing]
    if (!own || ends - area.top < LEAST || bottomOf(area) - point.y < LEAST) return null
    const rest = { ...area, top: point.y, height: bottomOf(area) - point.y }
    const isMoved = (at: BoxPlace) =>
      withRest && at.question === question && at.printing === printing && at.box > box
    const left = mapBoxes(list, (each, at) =>
      keyOf(at) === keyOf(inside) ? { ...area, height: ends - area.top } : isMoved(at) ? null : each,
    )
    const boxes = withRest ? [rest, ...own.boxes.slice(box + 1)] : [rest]
    return { list: left, boxes, language: own.language, before: question, from: question }
  }
  const column = columnAt(there, point.x)
  const spot = { page: point.page, top: point.y, height: LEAST, ...column }
  const { below } = neighboursOf(list, spot)
  const bottom = below ? below.area.top - GAP : Math.min(point.height, point.y + NEW_HEIGHT)
  if (bottom - point.y < LEAST) return null
  const earlier = boxesOf(list)
    .filter(({ area }) => inReadingOrder(area, spot) < 0)
    .sort((one, other) => inReadingOrder(one.area, other.area))
    .at(-1)
  const before = earlier?.question ?? -1
  const language = (earlier && list[before]?.printings[earlier.printing]?.language) ?? null
  const area = { ...spot, height: bottom - point.y }
  return { list: [...list], boxes: [area], language, before, from: null }
}

function neighboursOf(list: readonly EditedQuestion[], area: QuestionBox, except?: BoxPlace) {
  const column = boxesOf(list, area.page).filter(
    (other) => (!except || keyOf(other) !== keyOf(except)) && isOfColumn(other.area, area),
  )
  const above = column
    .filter((other) => other.area.top < area.top)
    .sort((one, other) => bottomOf(other.area) - bottomOf(one.area))
  const below = column
    .filter((other) => other.area.top > area.top)
    .sort((one, other) => one.area.top - other.area.top)
  return { above: above[0], below: below[0] }
}

/** From the leftmost to the rightmost of the boxes of a column. */
function columnOf(list: readonly EditedQuestion[], area: QuestionBox): { left: number; width: number } {
  return extentOf(boxesOf(list, area.page).filter((other) => isOfColumn(other.area, area)))
}

/** The column that a point is in or next to. */
function columnAt(boxes: readonly PlacedBox[], x: number): { left: number; width: number } {
  const distance = ({ area }: PlacedBox) => Math.max(area.left - x, x - area.left - area.width, 0)
  const nearest = boxes.toSorted((one, other) => distance(one) - distance(other))[0]
  if (!nearest) return { left: PAGE_LEFT, width: PAGE_RIGHT - PAGE_LEFT }
  return extentOf(boxes.filter(({ area }) => isOfColumn(area, nearest.area)))
}

function extentOf(boxes: readonly PlacedBox[]): { left: number; width: number } {
  const left = Math.min(...boxes.map(({ area }) => area.left))
  return { left, width: Math.max(...boxes.map(({ area }) => area.left + area.width)) - left }
}

function isOfColumn(one: QuestionBox, other: QuestionBox): boolean {
  const shared = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  return one.page === other.page && shared >= Math.min(one.width, other.width) * OF_COLUMN
}

function inReadingOrder(one: QuestionBox, other: QuestionBox): number {
  if (one.page !== other.page) return one.page - other.page
  return isOfColumn(one, other) ? one.top - other.top : one.left - other.left
}

function passagesFirst(one: QuestionBox, other: QuestionBox): number {
  return Number(other.isPassage ?? false) - Number(one.isPassage ?? false) || inReadingOrder(one, other)
}

/** Parts that follow each other in a column become one; what the second one was about goes with it. */
function joined(first: readonly QuestionBox[], second: readonly QuestionBox[]): QuestionBox[] {
  const all: QuestionBox[] = []
  for (const box of [...first, ...second.filter(({ isPassage }) => !isPassage)]) {
    const last = all.at(-1)
    if (!last || last.isPassage || !isOfColumn(last, box)) all.push(box)
    else {
      const [left, top] = [Math.min(last.left, box.left), Math.min(last.top, box.top)]
      const right = Math.max(last.left + last.width, box.left + box.width)
      const bottom = Math.max(bottomOf(last), bottomOf(box))
      all[all.length - 1] = { page: box.page, left, top, width: right - left, height: bottom - top }
    }
  }
  return all
}

/** Those for which `change` returns null go, and printings without boxes. */
function mapBoxes(
  list: readonly EditedQuestion[],
  change: (box: QuestionBox, place: BoxPlace) => QuestionBox | null,
): EditedQuestion[] {
  return list.map((each, question) => ({
    ...each,
    printings: each.printings
      .map((own, printing) => ({
        ...own,
        boxes: own.boxes.flatMap((area, box) =>
          area.isPassage ? area : (change(area, { question, printing, box }) ?? []),
        ),
      }))
      .filter(({ boxes }) => boxes.some(({ isPassage }) => !isPassage)),
  }))
}

/** "18" after "17", "2.4" after "2.3". */
function nextNumber(number: string): string {
  return number.replace(/\d+(?=\D*$)/, (last) => String(Number(last) + 1))
}

function bottomOf({ top, height }: QuestionBox): number {
  return top + height
}

function keyOf({ question, printing, box }: BoxPlace): string {
  return `${question} ${printing} ${box}`
}

function within(value: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(value, most)))
}
