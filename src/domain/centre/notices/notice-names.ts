/** As the desk writes them. */
export const NOTICE_NAMES: Record<string, string> = {
  announcements: 'Announcement',
  'announcements.text': 'What it says',
  'announcements.link': 'Where it leads',
  'announcements.from': 'First day',
  'announcements.until': 'Last day',
  exams: 'Exam',
  'exams.name': 'Name of the exam',
  'exams.classes': 'Classes',
  'exams.from': 'First day',
  'exams.until': 'Last day',
}
