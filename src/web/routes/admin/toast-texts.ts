/** What toasts of the desk say, as the specification has it. */
export const UPLOADED = 'File uploaded successfully'
export const NOT_UPLOADED = 'Error uploading file'
export const DELETED = 'PDF deleted successfully'
export const NOT_DELETED = 'Error deleting PDF'
