import {
  describeInterrupted,
  type ImageInspection,
  type ImageRefusal,
  MAX_MERGED_PAGES,
  MAX_PAGES,
  type PdfRefusal,
  type PdfRefused,
  type PdfsMerged,
} from '#domain/files/inspect-pdf.ts'
import type { ActiveContent } from './active-content/active-content.ts'

/** Their sentences name what was found. */
type Active = 'active-content' | 'active-content-stays'

const PDF_SENTENCES: Record<Exclude<PdfRefusal, Active>, string> = {
  'not-a-pdf':
    'This file is not a PDF, whatever its name says. Save or export the paper as a PDF and upload that.',
  empty: 'This file is empty. Choose the paper again; if it is empty there too, download it again first.',
  password:
    'This PDF asks for a password before it opens. Save a copy without the password and upload that copy.',
  'no-pages': 'This PDF has no pages. Export the paper again and look at the PDF before uploading it.',
  portfolio:
    'This is a PDF portfolio: what opens is a cover, and the papers are files attached to it. Many files can take them out.',
  'too-many-pages': `This PDF has more than ${MAX_PAGES} pages. Split it into smaller PDFs and upload them one by one.`,
  broken: 'This PDF is damaged and cannot be read. Open it, print it to a new PDF and upload the new one.',
  'took-too-long':
    'This PDF takes too long to draw, so it would be slow on a phone too. Print it to a new PDF and upload that.',
  'too-much-memory':
    'This PDF needs too much memory to open, so it would fail on a phone too. Print it to a new PDF and upload that.',
  interrupted: describeInterrupted('PDF'),
}

const MERGING_SENTENCES: Record<Exclude<PdfRefusal, Active>, string> = {
  'not-a-pdf': 'One of these papers is not a PDF. Take them as a zip.',
  empty: 'One of these papers is empty. Take them as a zip.',
  password: 'One of these papers asks for a password. Take them as a zip.',
  'no-pages': 'One of these papers has no pages. Take them as a zip.',
  portfolio: 'One of these papers is a PDF portfolio. Take them as a zip.',
  'too-many-pages': `Together these papers have more than ${MAX_MERGED_PAGES} pages. Take fewer, or take them as a zip.`,
  broken: 'One of these papers could not be put into one PDF. Take them as a zip.',
  'took-too-long': 'Putting these papers into one PDF took too long. Take fewer, or take them as a zip.',
  'too-much-memory': 'These papers are too large for one PDF. Take fewer, or take them as a zip.',
  interrupted:
    'Putting these papers into one PDF was interrupted on the server. Try again in a minute, or take them as a zip.',
}

const ACTIVE: Record<ActiveContent, string> = {
  JavaScript: 'a script (JavaScript)',
  Launch: 'an action that starts programs',
  SubmitForm: 'a form that sends what is typed to another site',
  ImportData: 'an action that reads files of the reader',
  RichMedia: 'sound, film or 3D that plays inside the page',
  XFA: 'an interactive form (XFA)',
  GoToE: 'a link into a file that is attached to it',
  RemoteFile: 'a link that opens a file on another computer',
  ScriptAddress: 'a link that runs a script',
  Program: 'an attached program',
}

const IMAGE_SENTENCES: Record<ImageRefusal, string> = {
  'not-an-image': 'This file is not a picture we can use. Upload a PNG, JPEG, WebP, GIF or AVIF.',
  svg: 'SVG drawings can carry scripts, so they are not accepted. Save the picture as PNG and upload that.',
  'too-many-pixels': 'This picture has more than 40 million pixels. Make it smaller and upload it again.',
  broken:
    'This picture is damaged and cannot be read. Open it, save it again as PNG or JPEG and upload that.',
  'took-too-long': 'This picture takes too long to read. Save it again as PNG or JPEG and upload that.',
  'too-much-memory': 'This picture needs too much memory to read. Make it smaller and upload it again.',
  interrupted: describeInterrupted('picture'),
}

/** A PDF ends in `%%EOF`; without it, its download broke off. */
export function refuseCutShort(): PdfRefused {
  const sentence =
    'This PDF was not downloaded whole: its end is missing. Download it again, and look whether it opens before uploading it.'
  return { accepted: false, reason: 'broken', sentence }
}

export function refusePdf(reason: Exclude<PdfRefusal, Active>): PdfRefused {
  return { accepted: false, reason, sentence: PDF_SENTENCES[reason] }
}

/** `stays`: it cannot be removed, being an attached program or in an encrypted file. */
export function refuseActive(found: ActiveContent, { stays }: { stays: boolean }): PdfRefused {
  const sentence = `This PDF contains ${ACTIVE[found]}, which papers here must not. Print it to a new PDF and upload that.`
  return { accepted: false, reason: stays ? 'active-content-stays' : 'active-content', sentence }
}

export function refuseRemoving(reason: Exclude<PdfRefusal, Active> | 'locked'): PdfRefused {
  if (reason === 'took-too-long' || reason === 'too-much-memory') return refusePdf(reason)
  return { accepted: false, reason: 'active-content-stays', sentence: NOT_REMOVED }
}

const NOT_REMOVED =
  'What is active in this PDF could not be taken out of it. Print it to a new PDF and upload that.'

export function refuseMerging(reason: Exclude<PdfRefusal, Active>): PdfsMerged {
  return { merged: false, reason, sentence: MERGING_SENTENCES[reason] }
}

export function refuseImage(reason: ImageRefusal): ImageInspection {
  return { accepted: false, reason, sentence: IMAGE_SENTENCES[reason] }
}
