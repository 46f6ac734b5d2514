import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Centre } from '#domain/centre/centre.ts'
import { checkCentre } from '#domain/centre/check-centre.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import { useSiteDesk } from './fields/site-desk.ts'

const LARGEST_BYTES = 256 * 1024

/** All that is in the form as one JSON file, and such a file back into the form. */
export function SiteFile() {
  const { typed, put } = useSiteDesk()
  const [said, setSaid] = useState<{ text: string; isWrong: boolean } | null>(null)

  async function take(file: File) {
    const read = await readContent(file)
    if (typeof read === 'string') return setSaid({ text: read, isWrong: true })
    put(read)
    setSaid({ text: 'It is in the form now, and live when you publish it.', isWrong: false })
  }

  return (
    <div className="grid gap-2">
      <h3 className="font-bold text-lg">As a file</h3>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button button-line" onClick={() => save(typed)}>
          <Download aria-hidden="true" className="size-4.5" /> Save as a file
        </button>
        <label className="button button-line">
          <Upload aria-hidden="true" className="size-4.5" /> Take from a file
          <input
            type="file"
            className="sr-only"
            accept="application/json,.json"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void take(file)
            }}
          />
        </label>
      </div>
      <p role="status" className={said?.isWrong ? 'field-error text-sm' : 'text-quiet text-sm'}>
        {said?.text ?? 'Names, texts, contacts and colours; prices and papers are in a backup.'}
      </p>
    </div>
  )
}

/** The document, or a sentence on why the file cannot be used. */
async function readContent(file: File): Promise<Centre | string> {
  if (file.size > LARGEST_BYTES) return 'This file is too large to be what the site says.'
  try {
    const checked = checkCentre(JSON.parse(await file.text()))
    if ('centre' in checked) return checked.centre
    const [fault] = checked.faults
    return `This file cannot be used: ${fieldName(fault?.field ?? '') || 'it'} ${fault?.message}.`
  } catch {
    return 'This file is not one that was saved here.'
  }
}

function save(content: unknown) {
  const address = URL.createObjectURL(
    new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }),
  )
  Object.assign(document.createElement('a'), { href: address, download: 'site-content.json' }).click()
  URL.revokeObjectURL(address)
}
