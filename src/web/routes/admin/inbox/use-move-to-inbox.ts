import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { INBOX_LIMIT } from '#domain/inbox/inbox.ts'
import { useDesk } from '#web/routes/admin/layout.tsx'
import { sortOut } from './dropped-files.ts'
import { putInInbox } from './row-storage.ts'

/** Hands several PDFs over to the page for many files; a single one goes to `onOne`. */
export function useMoveToInbox(onOne: (file: File) => void) {
  const { email } = useDesk()
  const navigate = useNavigate()
  const [isMoving, setMoving] = useState(false)
  const take = useCallback(
    async (files: File[]) => {
      const { pdfs } = await sortOut(files, INBOX_LIMIT)
      const [first] = pdfs.length > 0 ? pdfs : files
      if (pdfs.length <= 1) return first && onOne(first)
      setMoving(true)
      void putInInbox(pdfs, email).then(() => navigate('/admin/upload'))
    },
    [email, navigate, onOne],
  )
  return { take, isMoving }
}
