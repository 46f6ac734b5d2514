import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { putInInbox } from '../inbox/row-storage.ts'
import workerAddress from './share-worker.ts?worker&url'
import { handShared, readPhotos, storePhotos } from './stored-photos.ts'
import { newPhotos, tooManyPhotos } from './use-photos.ts'

const PHOTOS = '/admin/photos'
const SENTENCES: Record<string, string> = {
  lost: 'What you shared could not be taken over. It is ready now: share it once more.',
  nothing: 'What you shared held no file. Share a PDF or photos.',
}

/** Registers the worker and takes what it stored: PDFs to the inbox, photos to the photo page. */
export function SharedFiles({ email }: { email: string }) {
  const [parameters, setParameters] = useSearchParams()
  const navigate = useNavigate()
  const [sentence, setSentence] = useState('')

  useEffect(() => {
    void navigator.serviceWorker?.register(workerAddress, { scope: '/admin', type: 'module' }).catch(() => {})
  }, [])

  const said = parameters.get('shared')
  useEffect(() => {
    if (said === null) return
    setSentence(SENTENCES[said] ?? '')
    setParameters(
      (now) => {
        now.delete('shared')
        return now
      },
      { replace: true },
    )
  }, [said, setParameters])

  useEffect(() => {
    takeShared(email).then(
      ({ goTo, leftOut }) => {
        if (leftOut > 0) setSentence(tooManyPhotos(leftOut))
        // A page that was just being left may have taken the photos, and cannot lead to them any more.
        const to = goTo ?? (said === 'photos' ? PHOTOS : null)
        if (to) void navigate(to, { replace: true })
      },
      () => {},
    )
  }, [email, said, navigate])

  if (!sentence) return null
  return (
    <p className="admin-sheet admin-note mb-6" role="alert">
      {sentence}
    </p>
  )
}

/** Returns the page to go to, or null, and how many photos there was no room for. */
async function takeShared(email: string): Promise<{ goTo: string | null; leftOut: number }> {
  let goTo: string | null = null
  let leftOut = 0
  // Without locks, as on plain http, there is no worker either.
  await navigator.locks?.request('shared files', () =>
    handShared(async (files) => {
      const photos = files.filter((file) => file.type.startsWith('image/'))
      const papers = files.filter((file) => !photos.includes(file))
      if (papers.length > 0) await putInInbox(papers, email)
      if (photos.length > 0) {
        const there = await readPhotos()
        const added = newPhotos(photos, there.length)
        await storePhotos([...there, ...added], new Set(there.map(({ id }) => id)))
        leftOut = photos.length - added.length
      }
      goTo = photos.length > 0 ? PHOTOS : '/admin/upload'
    }),
  )
  return { goTo, leftOut }
}
