import { weightOf } from '../list/row/row-facts.tsx'
import { PaperFile, type PaperFileProps } from './paper-file.tsx'

/** The paper's three files: each is replaced at once, with its progress; address and views stay. */
export function PaperFiles(props: PaperFileProps) {
  const { paper } = props
  return (
    <div className="paper-files">
      <PaperFile {...props} part="file" name="PDF" state={weightOf(paper)} pick="Replace the PDF" />
      <PaperFile
        {...props}
        part="thumbnail"
        name="Thumbnail"
        state={paper.thumbnailGiven ? 'A picture of its own' : 'Page 1 of the PDF'}
        pick={paper.thumbnailGiven ? 'Replace the thumbnail' : 'Choose a thumbnail'}
        remove={
          paper.thumbnailGiven ? { name: 'Back to page 1', done: 'Page 1 is the thumbnail' } : undefined
        }
      />
      <PaperFile
        {...props}
        part="answers"
        name="Answers"
        state={
          { file: 'An uploaded PDF', link: 'The Reference Link', none: 'None yet' }[paper.answers ?? 'none']
        }
        pick={paper.answers === 'file' ? 'Replace the answers' : 'Upload answers'}
        remove={
          paper.answers === 'file' ? { name: 'Remove the answers', done: 'Answers removed' } : undefined
        }
      />
    </div>
  )
}
