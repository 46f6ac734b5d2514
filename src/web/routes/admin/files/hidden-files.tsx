import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { guardedFetch } from '#web/routes/admin/client/guarded-fetch.ts'

/** Of a paper whose files are served to nobody else; throws where it cannot be had. */
export async function fetchPart({ id }: DeskPaper, part: 'file' | 'thumbnail' | 'answers'): Promise<Blob> {
  const answer = await guardedFetch(`/api/admin/papers/${id}/files/${part}`, {}, { silent: true })
  if (!answer.ok) throw new Error(String(answer.status))
  return await answer.blob()
}

export function HiddenThumbnail({ paper }: { paper: DeskPaper }) {
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
