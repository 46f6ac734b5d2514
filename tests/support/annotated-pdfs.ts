import { onePage } from './made-pdfs.ts'
import { type Objects, stream, writePdf } from './write-pdf.ts'

/** Where each mark is, in points from the lower left. */
export const MARK_BOX = { left: 100, bottom: 400, right: 300, top: 500 }
const RECT = '/Rect[100 400 300 500]'
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const FORM = `/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</Helv ${FONT}>>>>`
const WRITTEN = 'BT /Helv 60 Tf 10 25 Td (HHHH) Tj ET'
const SHOWN = { 20: stream(FORM, WRITTEN) }
const LOOKS = '/AP<</N 20 0 R>>'
const TEXT_FIELD = `/Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(HHHH)/DA(/Helv 60 Tf 0 g)/F 4${RECT}`
const CHECK_BOX = `/Type/Annot/Subtype/Widget/FT/Btn/T(tick)/F 4${RECT}`
const TICKED = '/AP<</N<</Yes 20 0 R/Off 21 0 R>>>>'
const CHOICE = `/Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(which)/Opt[(HHHH)(II)]/V(HHHH)/DA(/Helv 60 Tf 0 g)/F 4${RECT}`

type Mark = { annotation: string; form?: string; more?: Objects }
const fields = (more = '') =>
  `/AcroForm<</Fields[10 0 R]/DA(/Helv 60 Tf 0 g)/DR<</Font<</Helv ${FONT}>>>>${more}>>`

/** What a reader sees on an otherwise empty page, by kind. */
const SEEN = {
  'a stamp': { annotation: `/Type/Annot/Subtype/Stamp${RECT}${LOOKS}`, more: SHOWN },
  'free text': {
    annotation: `/Type/Annot/Subtype/FreeText/Contents(HHHH)/DA(/Helv 60 Tf 0 g)${RECT}${LOOKS}`,
    more: SHOWN,
  },
  ink: {
    annotation: `/Type/Annot/Subtype/Ink/C[0 0 0]/BS<</W 20>>/InkList[[110 410 200 490 290 410]]${RECT}`,
  },
  'a highlighter': {
    annotation: `/Type/Annot/Subtype/Highlight/C[1 0 0]/QuadPoints[100 500 300 500 100 400 300 400]${RECT}`,
  },
  'a filled text field': { annotation: `${TEXT_FIELD}${LOOKS}`, form: fields(), more: SHOWN },
  'a filled text field without its look': { annotation: TEXT_FIELD, form: fields() },
  'a filled text field whose look is to be made': {
    annotation: TEXT_FIELD,
    form: fields('/NeedAppearances true'),
  },
  'a ticked box': {
    annotation: `${CHECK_BOX}/V/Yes/AS/Yes${TICKED}`,
    form: fields(),
    more: { ...SHOWN, 21: stream(FORM, '') },
  },
  'a ticked box without its look': { annotation: `${CHECK_BOX}/V/Yes/AS/Yes/MK<</CA(4)>>`, form: fields() },
  'a choice': { annotation: CHOICE, form: fields() },
} satisfies Record<string, Mark>
export const seenMarks = Object.keys(SEEN) as (keyof typeof SEEN)[]

/** What nobody sees, by kind. */
const UNSEEN = {
  'an empty text field': { annotation: TEXT_FIELD.replace('/V(HHHH)', ''), form: fields() },
  'a box that is not ticked': {
    annotation: `${CHECK_BOX}/V/Off/AS/Off${TICKED}`,
    form: fields(),
    more: { ...SHOWN, 21: stream(FORM, '') },
  },
  'a hidden stamp': { annotation: `/Type/Annot/Subtype/Stamp/F 2${RECT}${LOOKS}`, more: SHOWN },
  'a hidden field': {
    annotation: `${TEXT_FIELD.replace('/F 4', '/F 2')}${LOOKS}`,
    form: fields(),
    more: SHOWN,
  },
  'a note that is closed': { annotation: `/Type/Annot/Subtype/Popup/Contents(HHHH)${RECT}` },
} satisfies Record<string, Mark>
export const unseenMarks = Object.keys(UNSEEN) as (keyof typeof UNSEEN)[]

/** One empty page with one of these on it. */
export function markedPdf(kind: keyof typeof SEEN | keyof typeof UNSEEN): Buffer {
  const { annotation, form = '', more = {} }: Mark = { ...SEEN, ...UNSEEN }[kind]
  return annotated(annotation, form, more)
}

/** A form whose one field has these entries. */
export function fieldPdf(entries: string): Buffer {
  return annotated(entries, fields())
}

/** A filled-in field whose scripts would empty it, or never end. */
export function scriptedFieldPdf(): Buffer {
  const script = (code: string) => `<</S/JavaScript/JS(${code})>>`
  const ends = script("event.value='';this.getField\\('name'\\).value=''")
  const never = script('for\\(;;\\);')
  return annotated(
    `${TEXT_FIELD}/AA<</F ${ends}/C ${never}>>`,
    `${fields('/CO[10 0 R]')}/OpenAction ${never}`,
  )
}

function annotated(annotation: string, form: string, more: Objects = {}): Buffer {
  const objects = { 10: `<<${annotation}/P 3 0 R>>`, ...more }
  return writePdf(onePage({ page: '/Annots[10 0 R]', catalog: form, more: objects }))
}
