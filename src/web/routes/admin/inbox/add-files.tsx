import { Camera, Files, FolderOpen } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'

type AddFilesProps = { onFiles: (files: File[]) => void; isBusy: boolean; isFirst?: boolean }

export function AddFiles({ onFiles, isBusy, isFirst = false }: AddFilesProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (event: React.ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    event.target.value = ''
    if (chosen.length > 0) onFiles(chosen)
  }
  return (
    <div className="inbox-add flex flex-wrap items-center gap-2 sm:gap-3">
      <button
        type="button"
        className={`button ${isFirst ? '' : 'button-line min-h-11'}`}
        disabled={isBusy}
        onClick={() => files.current?.click()}
      >
        {isBusy ? (
          <span className="spinner" aria-hidden="true" />
        ) : (
          <Files aria-hidden="true" className={`size-5 ${isFirst ? '' : 'max-sm:hidden'}`} />
        )}
        {isFirst ? 'Choose PDF files' : 'Add PDF files'}
      </button>
      <button
        type="button"
        className={`button button-line hidden md:inline-flex ${isFirst ? '' : 'min-h-11'}`}
        disabled={isBusy}
        onClick={() => folder.current?.click()}
      >
        <FolderOpen aria-hidden="true" className="size-5" />
        {isFirst ? 'Choose a folder' : 'Add a folder'}
      </button>
      <Link
        className={`action ml-auto md:ml-0 ${isFirst ? 'max-[22rem]:ml-0' : 'inbox-camera'}`}
        to="/admin/photos"
      >
        {!isFirst && <Camera aria-hidden="true" className="size-5 sm:hidden" />}
        <span className={isFirst ? '' : 'max-sm:sr-only'}>Photos of a paper</span>
      </Link>
      <input
        ref={files}
        type="file"
        multiple
        accept="application/pdf,.pdf,application/zip,.zip"
        className="sr-only"
        tabIndex={-1}
        aria-label="PDF files"
        onChange={take}
      />
      <input
        ref={folder}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="A folder of PDF files"
        onChange={take}
        {...{ webkitdirectory: '' }}
      />
    </div>
  )
}
