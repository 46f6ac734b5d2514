import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Centre } from '#domain/centre/centre.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import { firstPath } from '#domain/centre/translations/translated-fields.ts'
import { CONTENT_FILE_LIMIT } from '#domain/centre/versions/document.ts'
import { changedFields } from '#domain/centre/versions/document-fields.ts'
import { STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { namedUpload, sendFiles, uploadOf } from '../client/send-files.ts'
import { UploadProgress, useSending } from '../files/upload-progress.tsx'
import { useSiteEditor } from './field-language.ts'
import { isWithin } from './field-rules.ts'
import { GROUPS } from './site-groups.ts'

/** Of a group, before the rest is a number: a whole site has two hundred fields. */
const NAMED = 4
const LIMIT = { limit: STORAGE_RETRY_LIMIT }

/** All that is in the form as one JSON file with its pictures, and such a file back into the form: a locked one has none. */
export function SiteFile() {
  const { typed, published, replace } = useSiteEditor()
  const isLocked = Boolean(published?.locked)
  const [fault, setFault] = useState('')
  const [changed, setChanged] = useState<string[] | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { sending, follow } = useSending()

  async function saveFile() {
    setSaving(true)
    setFault('')
    try {
      // A draft of before the lock is not what the site says.
      const json = { centre: isLocked ? published?.centre : typed }
      save(await callAdmin((api) => api.site['content-file'].$post({ json }), LIMIT))
    } catch (error) {
      setFault(asCallError(error).message)
    } finally {
      setSaving(false)
    }
  }

  async function take(file: File) {
    setFault('')
    setChanged(null)
    if (file.size === 0) return setFault('This file is empty; choose another.')
    if (file.size > CONTENT_FILE_LIMIT) return setFault('This file is too large to be what the site says.')
    const upload = uploadOf(file)
    const use = { method: 'POST', path: '/site/content-files', json: namedUpload(upload) } as const
    try {
      const answer = await follow((options) => sendFiles([upload], use, options))
      const { centre } = (await answer.json()) as { centre: Centre }
      replace(centre)
      setChanged(published ? changedFields(published.centre as Centre, centre) : [])
    } catch (error) {
      const { code, message } = asCallError(error)
      setFault(code === 'stopped' ? 'Cancelled. Everything is as it was.' : message)
    }
  }

  return (
    <div className="grid gap-2">
      {isLocked ? (
        <h2 className="text-[1.375rem]">As a file</h2>
      ) : (
        <h3 className="font-bold text-lg">As a file</h3>
      )}
      {sending ? (
        <UploadProgress {...sending} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <BusyButton className="button button-line" busy={isSaving} onClick={() => void saveFile()}>
            <Download aria-hidden="true" className="size-4.5" /> Save as a file
          </BusyButton>
          {!isLocked && (
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
          )}
        </div>
      )}
      <div role="status" className={fault ? 'field-error text-sm' : 'text-quiet text-sm'}>
        {fault ? <p>{fault}</p> : changed ? <Changes changed={changed} /> : <p>{WHAT}</p>}
      </div>
    </div>
  )
}

const WHAT = 'Names, texts, contacts, colours and pictures; prices and papers are in a backup.'

function Changes({ changed }: { changed: string[] }) {
  if (changed.length === 0) return <p>It says what the site says already.</p>
  return (
    <>
      <p>It is in the form now, and live when you publish it. This would change:</p>
      <ul className="list-disc pl-5">
        {GROUPS.map(({ id, name, fields }) => {
          const names = changed
            .filter((path) => fields.some((field) => isWithin(firstPath(path), field)))
            .map(fieldName)
          return (
            names.length > 0 && (
              <li key={id}>
                <b>{name}:</b> {namedOf(names)}
              </li>
            )
          )
        })}
      </ul>
    </>
  )
}

/** "Name, Email and 3 more". */
function namedOf(names: string[]): string {
  const more = names.length - NAMED
  return more < 2 ? names.join(', ') : `${names.slice(0, NAMED).join(', ')} and ${more} more`
}

function save(content: unknown) {
  const address = URL.createObjectURL(
    new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }),
  )
  Object.assign(document.createElement('a'), { href: address, download: 'site-content.json' }).click()
  URL.revokeObjectURL(address)
}
