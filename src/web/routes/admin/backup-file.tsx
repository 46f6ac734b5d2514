import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type BackupFile, LEAST_PASSPHRASE } from '#domain/backup/backup-retention.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Fault, PasswordField } from '#web/ui/field.tsx'
import { callAccount, errorAt, errorBeside } from './account/account-client.ts'
import { Buttons, Section } from './account/section.tsx'
import { count, whenLabel } from './backup-facts.tsx'
import { callAdmin } from './client/call-admin.ts'
import { failureOf, toastError } from './client/call-error.ts'
import { LoadFailed } from './load-failed.tsx'

const FILE = ['backups', 'file'] as const
const LOOK_EVERY_MS = 1_000

/** One backup now, as a file: made on the server first, so that a download that breaks off goes on. */
export function BackupFileSection() {
  const cache = useQueryClient()
  const read = useQuery({
    queryKey: FILE,
    queryFn: ({ signal }) => callAdmin((api) => api.backups.file.$get(), { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? LOOK_EVERY_MS : false),
  })
  const failure = failureOf(read)
  const again = () => cache.invalidateQueries({ queryKey: FILE })
  const { data: file } = read
  return (
    <Section number={1} title="Now, as a file">
      {failure && <LoadFailed sentence={failure} onRetry={() => void read.refetch()} />}
      {!file && !failure && (
        <div role="status" className="admin-sheet skeleton h-56">
          <span className="sr-only">Asking whether a backup is there …</span>
        </div>
      )}
      {file && (
        <div className="admin-sheet grid gap-5">
          {file.state === 'running' && <Running file={file} onChanged={again} />}
          {file.state === 'ready' && <Ready file={file} onChanged={again} />}
          {file.state === 'failed' && (
            <p className="wrap-anywhere" role="alert">
              <strong>It could not be made</strong> ({whenLabel(file.at)}): {file.reason}
            </p>
          )}
          {(file.state === 'none' || file.state === 'failed') && <MakeForm onChanged={again} />}
        </div>
      )}
    </Section>
  )
}

type Changed = { onChanged: () => Promise<void> }
type InState<State> = { file: Extract<BackupFile, { state: State }> } & Changed

function MakeForm({ onChanged }: Changed) {
  const [isEncrypted, setEncrypted] = useState(true)
  const make = useMutation({
    mutationFn: (passphrase: string | null) =>
      callAccount((api) => api.backups.file.$post({ json: { passphrase } })),
    onSuccess: onChanged,
  })

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    make.mutate(isEncrypted ? String(new FormData(event.currentTarget).get('passphrase')) : null)
  }

  const beside = errorBeside(make.error, ['passphrase'])
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <label className="tick">
        <input type="checkbox" checked={isEncrypted} onChange={() => setEncrypted(!isEncrypted)} /> Encrypt it
        with a passphrase
      </label>
      {isEncrypted ? (
        <PasswordField
          label="Passphrase"
          name="passphrase"
          autoComplete="new-password"
          error={errorAt(make.error, 'passphrase')}
          hint={`At least ${LEAST_PASSPHRASE} characters; four words are easy to keep. Write it down: nobody can open the file without it.`}
        />
      ) : (
        <p className="text-quiet text-sm">
          Keep a file that is not encrypted where nobody else can read it: it is as good as every password of
          this site.
        </p>
      )}
      <Fault sentence={beside} />
      <Buttons name="Make a backup" busy={make.isPending} />
    </form>
  )
}

function Running({ file: { progress }, onChanged }: InState<'running'>) {
  const step = progress?.step === 'checked' ? 'Reading it again' : 'Copying'
  return (
    <div className="grid gap-3">
      <p role="status">
        <strong>{step}</strong>
        {progress &&
          ` · file ${progress.done.toLocaleString('en-IN')} of ${progress.all.toLocaleString('en-IN')}`}
      </p>
      <progress
        className="meter"
        aria-label={step}
        max={Math.max(1, progress?.all ?? 1)}
        value={progress?.done}
      />
      <p className="text-quiet text-sm">You may leave this page meanwhile, and the site goes on as usual.</p>
      <Drop name="Stop" onChanged={onChanged} />
    </div>
  )
}

function Ready({ file, onChanged }: InState<'ready'>) {
  const take = useMutation({
    mutationFn: () => callAccount((api) => api.backups.file.tickets.$post()),
    onSuccess({ ticket }) {
      const address = `/api/backup-file?ticket=${encodeURIComponent(ticket)}`
      Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
    },
    onError: toastError,
  })
  return (
    <div className="grid gap-3">
      <p className="text-lg wrap-anywhere">
        <strong>{file.name}</strong>, {sizeLabel(file.bytes)}
      </p>
      <p className="text-quiet text-sm">
        {count(file.papers, 'paper')} and {count(file.files, 'file')} of {whenLabel(file.madeAt)}, all read
        again; {file.isEncrypted ? 'encrypted' : 'not encrypted'}. It stays on the server until{' '}
        {whenLabel(file.until)}, and a download that breaks off goes on where it was.
      </p>
      {file.lacking > 0 && (
        <p role="alert">
          <strong>{count(file.lacking, 'file')} of the site could not be copied</strong>, since they are
          missing or damaged here. All else is in it.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <BusyButton type="button" className="button" busy={take.isPending} onClick={() => take.mutate()}>
          <Download aria-hidden="true" className="size-4.5" /> Download
        </BusyButton>
        <Drop name="Delete it from the server" onChanged={onChanged} />
      </div>
    </div>
  )
}

function Drop({ name, onChanged }: { name: string } & Changed) {
  const drop = useMutation({
    mutationFn: () => callAccount((api) => api.backups.file.$delete()),
    onError: toastError,
    onSettled: onChanged,
  })
  return (
    <BusyButton
      type="button"
      className="button button-line justify-self-start"
      busy={drop.isPending}
      onClick={() => drop.mutate()}
    >
      {name}
    </BusyButton>
  )
}
