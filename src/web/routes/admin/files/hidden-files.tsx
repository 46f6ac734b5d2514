import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { guardedFetch } from '../client/call-admin.ts'

/** Of a paper whose files are served to nobody else; throws where it cannot be had. */
export async function fetchPart({ id }: AdminPaper, part: 'file' | 'thumbnail' | 'answers'): Promise<Blob> {
  const answer = await guardedFetch(`/api/admin/papers/${id}/files/${part}`, {}, { silent: true })
  if (!answer.ok) throw new Error(String(answer.status))
  return await answer.blob()
}

export function HiddenThumbnail({ paper }: { paper: AdminPaper }) {
  const { data } = useQuery({
    queryKey: ['hidden thumbnail', paper.id, paper.thumbnail],
    queryFn: () => fetchPart(paper, 'thumbnail'),
    staleTime: Infinity,
    retry: false,
  })
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return address && <img src={address} alt="" width={48} height={68} decoding="async" />
}

/** In a tab of its own; a file that cannot be had closes it again. */
export async function openPdf(getting: Promise<Blob | null | undefined>): Promise<void> {
  // Safari opens no window once something has been waited for; with `noopener` its address could not be set.
  const opened = window.open('', '_blank')
  const file = await getting.catch(() => null)
  if (!opened) return
  opened.opener = null
  if (!file) return opened.close()
  const address = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
  opened.location.replace(address)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
