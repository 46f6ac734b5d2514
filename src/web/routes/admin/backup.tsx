import './account/account.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, TriangleAlert } from 'lucide-react'
import type { ListedBackup } from '#domain/backup/backup-retention.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Fault, Field } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { callAccount, errorAt, errorBeside } from './account/account-client.ts'
import { ConfirmYou } from './account/confirm-you.tsx'
import { Buttons, Section } from './account/section.tsx'
import { BackupFacts, count, useBackups, whenLabel } from './backup-facts.tsx'
import { BackupFileSection } from './backup-file.tsx'
import { type Api, type BodyOf, callAdmin } from './client/call-admin.ts'
import { failureOf } from './client/call-error.ts'
import { useAdmin } from './layout.tsx'
import { LoadFailed } from './load-failed.tsx'
import { adminMeta } from './titles-and-toasts.ts'

export const meta = adminMeta('Backup')

export type Place = BodyOf<Awaited<ReturnType<Api['backups']['place']['$get']>>>

const PLACE = ['backups', 'place'] as const
const LIST = ['backups', 'list'] as const

export default function Backup() {
  const { email } = useAdmin()
  const read = useQuery({
    queryKey: PLACE,
    queryFn: ({ signal }) => callAdmin((api) => api.backups.place.$get(), { signal }),
  })
  const failure = failureOf(read)
  return (
    <div className="ruled account">
      <div>
        <h1>Backup</h1>
        <p className="mt-2 max-w-[60ch] text-quiet">
          A backup holds everything: papers, answers, texts, accounts. Whoever has one that is not encrypted
          can sign in here.
        </p>
      </div>
      <BackupFileSection />
      {failure && <LoadFailed sentence={failure} onRetry={() => void read.refetch()} />}
      {!read.data && !failure && (
        <div role="status" className="admin-sheet skeleton h-64">
          <span className="sr-only">Asking for the place of backups …</span>
        </div>
      )}
      {read.data && (
        <>
          <NightlySection place={read.data} />
          <LastSection place={read.data} />
          <RestoreSection place={read.data} />
        </>
      )}
      <ConfirmYou email={email} />
    </div>
  )
}

function NightlySection({ place }: { place: Place }) {
  const { told } = useBackups()
  return (
    <Section number={2} title="Every night" marks={place.to === null ? 'not set up' : 'every night'}>
      <div className="admin-sheet grid gap-5">
        {told && (
          <div className="grid gap-2">
            <BackupFacts told={told} />
          </div>
        )}
        {place.canSet ? <PlaceForm place={place} /> : <SetOnServer place={place} />}
        <p className="text-quiet text-sm">
          {place.isEncrypted
            ? 'They are encrypted with the passphrase that the server has in BACKUP_PASSPHRASE.'
            : 'They are not encrypted. Whoever runs the server can set a passphrase with BACKUP_PASSPHRASE.'}
        </p>
      </div>
    </Section>
  )
}

function SetOnServer({ place: { to, by } }: { place: Place }) {
  return (
    <p className="wrap-anywhere">
      {by === 'setting' ? (
        <>
          The place is set on the server, with BACKUP_TO: <strong>{to}</strong>
        </>
      ) : (
        'Several servers can share this site’s database. Whoever runs them names the place on one of them, with BACKUP_TO.'
      )}
    </p>
  )
}

function PlaceForm({ place: { to } }: { place: Place }) {
  const cache = useQueryClient()
  const readAgain = () => cache.invalidateQueries({ queryKey: ['backups'] })
  const test = useMutation({
    mutationFn: (json: { to: string }) => callAccount((api) => api.backups.place.test.$post({ json })),
    onSuccess: () => toastSuccess('A small file was written there, read again and deleted. The place works.'),
  })
  const save = useMutation({
    mutationFn: async (json: { to: string }) => {
      if (json.to === '') await callAccount((api) => api.backups.place.$delete())
      else await callAccount((api) => api.backups.place.$put({ json }))
    },
    onSuccess(_, json) {
      toastSuccess(
        json.to === ''
          ? 'No more backups are made by night. Those that are there stay.'
          : 'Saved. The first backup there begins within a minute.',
      )
      void readAgain()
    },
  })
  const error = test.error ?? save.error
  const typedIn = (form: HTMLFormElement | null) => ({
    to: String(new FormData(form ?? undefined).get('to') ?? '').trim(),
  })

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    test.reset()
    save.mutate(typedIn(event.currentTarget))
  }

  const beside = errorBeside(error, ['to'])
  return (
    <form key={to} className="grid gap-4" onSubmit={submit}>
      <Field
        label="Place"
        error={errorAt(error, 'to')}
        hint="A folder on another disk, such as /mnt/usb/thervu, or s3://bucket/prefix?region=ap-south-1 with the AWS credentials that the server has. Empty: none is made."
      >
        {(field) => (
          <input
            {...field}
            className="input"
            name="to"
            defaultValue={to ?? ''}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Fault sentence={beside} />
      <Buttons
        name="Save"
        busy={save.isPending}
        leave={
          <BusyButton
            type="button"
            className="button button-line"
            busy={test.isPending}
            onClick={(event) => {
              save.reset()
              test.mutate(typedIn(event.currentTarget.form))
            }}
          >
            Test it
          </BusyButton>
        }
      />
    </form>
  )
}

function LastSection({ place: { to } }: { place: Place }) {
  const read = useQuery({
    queryKey: [...LIST, to],
    queryFn: ({ signal }) => callAdmin((api) => api.backups.list.$get(), { once: true, signal }),
  })
  const failure = failureOf(read)
  if (to === null) return null
  const backups = read.data?.backups ?? []
  return (
    <Section number={3} title="The last ten" marks={read.data && count(backups.length, 'backup')}>
      {failure && <LoadFailed sentence={failure} onRetry={() => void read.refetch()} />}
      {!read.data && !failure && (
        <div role="status" className="admin-sheet skeleton h-40">
          <span className="sr-only">Asking for the last backups …</span>
        </div>
      )}
      {read.data && backups.length === 0 && <p className="admin-sheet">No backup is there yet.</p>}
      {backups.length > 0 && (
        <ul className="admin-sheet lines">
          {backups.map((backup) => (
            <BackupLine key={backup.number} backup={backup} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function BackupLine({ backup }: { backup: ListedBackup }) {
  const isWhole = 'papers' in backup && backup.lacking === 0
  const Mark = isWhole ? Archive : TriangleAlert
  return (
    <li>
      <Mark aria-hidden="true" className="size-7 text-pen stroke-[1.5]" />
      <div className="min-w-0">
        <p className="font-semibold">
          {whenLabel(backup.madeAt)} <span className="text-quiet">· number {backup.number}</span>
        </p>
        <p className="text-quiet text-sm leading-snug wrap-anywhere">
          {'fault' in backup
            ? backup.fault
            : `${count(backup.papers, 'paper')}, ${count(backup.files, 'file')}, ${sizeLabel(backup.bytes)}; ${isWhole ? 'all read again' : `${count(backup.lacking, 'file')} of the site missing`}`}
        </p>
      </div>
    </li>
  )
}

const CODE = 'block mt-1 p-3 border border-line font-mono text-sm whitespace-pre-wrap wrap-anywhere'

function RestoreSection({ place: { argument } }: { place: Place }) {
  const place = argument ?? 'thervu-backup-….tar'
  return (
    <Section number={argument === null ? 3 : 4} title="Restore">
      <div className="admin-sheet grid gap-5">
        <div>
          <p>
            Everything, on the server, into a new folder: the last backup, or with <code>--number</code> and
            its number an earlier one. A downloaded file is named in the place of the folder; if it is
            encrypted, the passphrase is asked for.
          </p>
          <code className={CODE}>DATA_DIR=/new/folder npm run restore -- "{place}"</code>
        </div>
        <div>
          <p>The files of papers that are damaged or missing, while the site runs:</p>
          <code className={CODE}>npm run restore -- "{place}" --damaged</code>
        </div>
        <p className="text-quiet text-sm">
          A paper in the bin, or one that was replaced, needs no backup: Bin and the paper’s history put it
          back for 30 days. One that was deleted for good is in the folder <em>files</em> of a restored
          backup; upload it again from there.
        </p>
      </div>
    </Section>
  )
}
