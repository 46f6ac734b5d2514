import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  firstPath,
  languageOfPath,
  languageSuffix,
  TRANSLATED_FIELDS,
} from '#domain/centre/translations/translated-fields.ts'
import { EDITORS_PARTS } from '#domain/identity/roles.ts'
import { LANGUAGES, type Language, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { useAdmin, useReaches } from '../layout.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { adminMeta } from '../titles-and-toasts.ts'
import { FieldLanguageContext, SiteEditorContext } from './field-language.ts'
import { fieldIn, isWithin, readFocused } from './field-rules.ts'
import { DraftNote, EditConflict, PublishChanges } from './publish-changes.tsx'
import { SiteFile } from './site-file.tsx'
import { GROUPS, type Group, HISTORY } from './site-groups.ts'
import { SiteHistory } from './site-history.tsx'
import { type PreviewSize, SeeThePage, SitePreview, Switch } from './site-preview.tsx'
import { type SiteEditor, useSite } from './use-site.ts'
import './site.css'
import { HorizontalScroll } from '../horizontal-scroll.tsx'

export const meta = adminMeta('Site')

export default function SitePage() {
  const editor = useSite()
  const { published, failure } = editor
  const isOwner = useReaches('owner')
  return (
    <div className="ruled grid gap-6">
      <div className="grid gap-2">
        <h1>Site</h1>
        <p className="max-w-[60ch] max-md:hidden">
          What the site says of your centre. Nothing is seen by anybody before you publish it; then all of it
          is live at once.
          {isOwner || ' Editors change announcements and exam dates; an owner changes the rest.'}
        </p>
      </div>
      {failure && !published && <LoadFailed sentence={failure} onRetry={editor.load} />}
      {!published && !failure && (
        <div role="status">
          <span className="sr-only">Reading what the site says …</span>
          <div className="skeleton mb-5 h-12" />
          <div className="admin-sheet skeleton h-96" />
        </div>
      )}
      {published?.locked && (
        <SiteEditorContext value={editor}>
          <p className="admin-sheet admin-note">{published.locked}</p>
          {isOwner && (
            <div className="admin-sheet">
              <SiteFile />
            </div>
          )}
        </SiteEditorContext>
      )}
      {published && !published.locked && <SiteForm editor={editor} />}
    </div>
  )
}

function SiteForm({ editor }: { editor: SiteEditor }) {
  const { now } = useAdmin()
  const [parameters, setParameters] = useSearchParams()
  const [size, setSize] = useState<PreviewSize>('phone')
  const form = useRef<HTMLFormElement>(null)
  const goingTo = useRef<string>(null)
  const latest = useRef(editor)
  latest.current = editor
  // The router renders the group in its own time.
  useEffect(focusOnWrong)
  const isOwner = useReaches('owner')
  const groups = isOwner ? [...GROUPS, HISTORY] : GROUPS.filter(isEditors)
  const group = groups.find(({ id }) => id === parameters.get('group')) ?? groups[0] ?? HISTORY

  const preview = { size, onSize: setSize, group: group.id, shown: group.shown }
  const asked = SHOWN_LANGUAGES.find((each) => each === parameters.get('language')) ?? 'en'
  const language = group === HISTORY ? 'en' : asked
  const show = (id: string, next: Language) =>
    setParameters(addressOf(id, next), { replace: true, preventScrollReset: true })

  async function publish() {
    readFocused(form.current)
    const wrong = await latest.current.publish()
    if (wrong === null) return
    goingTo.current = wrong
    const owner = groups.find((each) => isOf(each, wrong)) ?? group
    const wrongIn = languageOfPath(wrong)
    if (owner.id !== group.id || wrongIn !== language) show(owner.id, wrongIn)
    else focusOnWrong()
  }

  function focusOnWrong() {
    const field = goingTo.current && fieldIn(form.current, goingTo.current)
    if (!field) return
    goingTo.current = null
    field.focus()
  }

  return (
    <SiteEditorContext value={editor}>
      <FieldLanguageContext value={language}>
        <Parts
          parts={groups.map((each) => ({
            ...{ id: each.id, name: each.name, mark: marksOf(editor, each) },
            to: `?${new URLSearchParams(addressOf(each.id, asked))}`,
            isOpen: each.id === group.id,
          }))}
        />
        <DraftNote editor={editor} />
        <EditConflict editor={editor} />
        <div className="site-split" data-preview={group === HISTORY ? 'none' : size}>
          <form
            ref={form}
            noValidate
            aria-label={group.name + languageSuffix(language)}
            className="admin-sheet grid gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              void publish()
            }}
          >
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <h2 className="text-[1.375rem]">{group.name}</h2>
              {group !== HISTORY && SHOWN_LANGUAGES.length > 1 && (
                <Switch
                  label="Language"
                  value={language}
                  names={LANGUAGE_NAMES}
                  langs={LANGUAGE_TAGS}
                  onChange={(next) => show(group.id, next)}
                />
              )}
            </div>
            {language !== 'en' && <p className="text-quiet">{sameIn(group) ? SAME : FALLS_BACK}</p>}
            {group === HISTORY ? (
              <>
                <SiteHistory now={now} version={editor.published?.version ?? 0} onTake={editor.replace} />
                <SiteFile />
              </>
            ) : (
              !(language !== 'en' && sameIn(group)) && <group.Fields key={group.id} />
            )}
          </form>
          <SitePreview {...preview} />
        </div>
        <PublishChanges
          editor={editor}
          preview={group !== HISTORY && <SeeThePage {...preview} />}
          onPublish={() => void publish()}
        />
      </FieldLanguageContext>
    </SiteEditorContext>
  )
}

const LANGUAGE_NAMES = Object.fromEntries(
  SHOWN_LANGUAGES.map((each) => [each, LANGUAGES[each].name]),
) as Record<Language, string>
const LANGUAGE_TAGS = Object.fromEntries(SHOWN_LANGUAGES.map((each) => [each, LANGUAGES[each].tag]))

const SAME = 'This is the same in every language.'
const FALLS_BACK =
  'What you leave empty is shown as the English pages have it. Most texts that came with Thervu are translated already.'

function addressOf(group: string, language: Language): Record<string, string> {
  return language === 'en' ? { group } : { group, language }
}

/** Whether a path is of a group, in whichever language. */
function isOf({ fields }: Group, path: string) {
  return fields.some((field) => isWithin(firstPath(path), field))
}

/** Whether editors may change all of it. */
function isEditors({ fields }: Group) {
  return fields.every((field) => EDITORS_PARTS.some((part) => part === field))
}

function sameIn(group: Group) {
  return !TRANSLATED_FIELDS.some((field) => isOf(group, field))
}

/** "changed", "2 to correct" or ''. */
function marksOf({ faults, changed }: SiteEditor, group: Group) {
  const count = (paths: string[]) => paths.filter((path) => isOf(group, path)).length
  const wrong = count(Object.keys(faults))
  if (wrong > 0) return `${wrong} to correct`
  return count(changed) > 0 ? 'changed' : ''
}

type Part = { id: string; to: string; name: string; mark: string; isOpen: boolean }

/** One line on a phone, which scrolls to the part that is open. */
function Parts({ parts }: { parts: Part[] }) {
  return (
    <nav aria-label="Parts of the site" className="min-w-0">
      <HorizontalScroll chosen="[aria-current]" changed={parts.find(({ isOpen }) => isOpen)?.id}>
        <ul className="site-parts">
          {parts.map(({ id, to, name, mark, isOpen }) => (
            <li key={id}>
              <Link
                className="page-number"
                to={to}
                preventScrollReset
                replace
                aria-current={isOpen ? 'true' : undefined}
              >
                {name}
                {mark && <small>{mark}</small>}
              </Link>
            </li>
          ))}
        </ul>
      </HorizontalScroll>
    </nav>
  )
}
