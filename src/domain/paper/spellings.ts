import type { Month, PaperType, SchoolGrade, Subject } from './paper.ts'

/** How people write what papers are filed under, in English, Tamil, Tamil in English letters and Hindi.
 * Searches and autofill both read it; names and labels need no entry. A centre adds its own in synonyms.txt. */
export type Spelling = {
  /** What is meant; "SSLC" is a board and a class. */
  subject?: Subject
  type?: PaperType
  grade?: SchoolGrade
  month?: Month
  /** Separated by commas; understood everywhere. */
  words?: string
  /** Understood everywhere, but not sure in a file's name, where it may be another word. */
  unsure?: string
  /** Only in searches: in file names these are mostly something else. */
  searched?: string
  /** Only in file names: in searches these are words of titles. */
  named?: string
  /** The board whose pupils say it so, for names that give no board. */
  lean?: PaperType
}

const SUBJECTS: Spelling[] = [
  {
    subject: 'Mathematics',
    words:
      'maths, math, mathematic, mathametics, mats, mat, கணிதம், கணக்கு, kanitham, kanidham, kanitam, ganitham, kanakku, गणित, ganit, ganita, ganitha, मैथ्स, मैथ',
  },
  {
    subject: 'Science',
    words:
      'sci, general science, gen science, அறிவியல், பொது அறிவியல், ariviyal, arivial, विज्ञान, vigyan, vigyaan, साइंस, सामान्य विज्ञान, vignan, vignana, vignanam, vijnana, samanya vigyan',
  },
  {
    subject: 'Social Science',
    words:
      'social sciences, social studies, social, socialscience, socials, soc sci, soc science, sst, so sci, சமூக அறிவியல், சமூகஅறிவியல், சமூகவியல், samooga ariviyal, samuga ariviyal, samooka ariviyal, सामाजिक विज्ञान, samajik vigyan, samaj vigyan, सामाजिक अध्ययन, समाज विज्ञान, सोशल साइंस',
    searched: 'science social',
    named: 'ss, soc',
  },
  {
    subject: 'English',
    words:
      'eng, engl, english core, english elective, english language, english literature, english language and literature, english communicative, ஆங்கிலம், aangilam, angilam, अंग्रेजी, अँग्रेजी, अंग्रेज़ी, अँग्रेज़ी, इंग्लिश',
  },
  { subject: 'Tamil', words: 'tam, thamizh, tamizh, thamil, tamilz, தமிழ், தமிழ் பாடம், तमिल' },
  {
    subject: 'Hindi',
    words:
      'hindi a, hindi b, hindi course a, hindi course b, hindi core, hindi elective, hindhi, हिन्दी, हिंदी, இந்தி, ஹிந்தி, இந்தி பாடம்',
    named: 'hin',
  },
  {
    subject: 'Sanskrit',
    words:
      'samskrit, sanskrith, samskritam, samskrutham, sanskrit core, sanskrit elective, संस्कृत, संस्कृतम्, சமஸ்கிருதம், சமற்கிருதம், சமஸ்கிருத',
    named: 'san',
  },
  {
    subject: 'Business Maths',
    words:
      'business math, business mathematics, business mathematics and statistics, business maths and statistics, business mathematics statistics, bus maths, biz maths, bmaths, b maths, வணிகக் கணிதம், வணிக கணிதம், வணிகக்கணிதம், வணிகக் கணிதம் மற்றும் புள்ளியியல், vaniga kanitham, vanika kanitham, व्यावसायिक गणित, वाणिज्य गणित, व्यवसाय गणित',
    searched: 'maths business',
  },
  {
    subject: 'Physics',
    words:
      'phy, phys, physic, இயற்பியல், iyarpiyal, iyarpial, भौतिकी, भौतिक विज्ञान, fisics, भौतिक शास्त्र, भौतिकशास्त्र, फिजिक्स, फ़िज़िक्स, fizics, bhautiki, bhautik vigyan',
  },
  {
    subject: 'Chemistry',
    words:
      'chem, che, chemisty, வேதியியல், vethiyiyal, vedhiyiyal, vethiyal, vedhiyal, रसायन विज्ञान, रसायन, रसायन शास्त्र, रसायनशास्त्र, केमिस्ट्री, kemistry, rasayan, rasayan vigyan, rasayan shastra',
  },
  {
    subject: 'Biology',
    words:
      'bio, biol, உயிரியல், uyiriyal, uyirial, bio botany and bio zoology, botany and zoology, biology botany and zoology, जीव विज्ञान, जीवविज्ञान, बायोलॉजी, jeev vigyan, jiv vigyan',
  },
  {
    subject: 'Computer Science',
    words:
      'computerscience, comp science, comp sci, computer sci, computers, computer, cs, csc, கணினி அறிவியல், கணிப்பொறி அறிவியல், கணினிஅறிவியல், கணினி, kanini ariviyal, kanipori ariviyal, kanini, कंप्यूटर विज्ञान, कम्प्यूटर विज्ञान, कंप्यूटर साइंस, कम्प्यूटर साइंस, कंप्यूटर, कम्प्यूटर, संगणक विज्ञान',
    searched: 'comp, science computer',
  },
  {
    subject: 'Accountancy',
    words:
      'accounts, accounting, acc, accts, acct, acctancy, accountancy and auditing, கணக்குப்பதிவியல், கணக்குப் பதிவியல், கணக்கியல், kanakku pathiviyal, kanakkupathiviyal, kanakkiyal, लेखाशास्त्र, लेखा शास्त्र, लेखांकन, अकाउंटेंसी',
    searched: 'account',
  },
  {
    subject: 'Commerce',
    words: 'comm, வணிகவியல், vanigaviyal, vanikaviyal, वाणिज्य, वाणिज्य शास्त्र, कॉमर्स, vanijya',
  },
  {
    subject: 'Economics',
    words:
      'eco, econ, பொருளியல், பொருளாதாரம், porulial, poruliyal, porulathaaram, अर्थशास्त्र, arthashastra, अर्थ शास्त्र, इकोनॉमिक्स, arthshastra',
    searched: 'economic',
    named: 'economy',
  },
  { subject: 'Other', searched: 'other subject, other subjects, பிற பாடங்கள், अन्य विषय' },
  { subject: 'History', words: 'hist, வரலாறு, varalaru, varalaaru, इतिहास, itihas, हिस्ट्री, itihaas' },
]

const BOARDS_AND_EXAMS: Spelling[] = [
  {
    type: 'cbse',
    words:
      'c b s e, cbsc, cbse board, central board, central board of secondary education, all india board, சிபிஎஸ்இ, सीबीएसई, सी बी एस ई, केंद्रीय बोर्ड, केन्द्रीय बोर्ड, केंद्रीय माध्यमिक शिक्षा बोर्ड',
  },
  {
    type: 'state',
    words:
      'stateboard, tn board, tn state, tn state board, tnsb, tnscert, tamilnadu board, tamil nadu board, tamilnadu state board, tamil nadu state board, samacheer, samacheer kalvi, samacheerkalvi, tn samacheer, samachear, matric, matriculation, dge, சமச்சீர், சமச்சீர் கல்வி, மாநில, மாநிலப் பாடத்திட்டம், மாநில வாரியம், राज्य बोर्ड, स्टेट बोर्ड',
    searched: 'state, state syllabus, tn syllabus',
    named: 'tamilnadu, tamil nadu, tn, தமிழ்நாடு, தமிழ் நாடு',
  },
  {
    type: 'jee',
    words: 'iit jee, iitjee, aieee, ஜேஇஇ, जेईई',
    unsure: 'iit',
    searched: 'joint entrance, joint entrance exam, joint entrance examination, संयुक्त प्रवेश परीक्षा',
  },
  { type: 'neet', words: 'neet ug, neetug, aipmt, நீட், नीट' },
  {
    type: 'tnpsc',
    words:
      'tn psc, tamil nadu public service commission, tamilnadu public service commission, டிஎன்பிஎஸ்சி, टीएनपीएससी',
  },
]

/** Numbers from 6 to 12, "10th" and Roman numerals need no entry. */
const CLASSES: Spelling[] = [
  {
    grade: '12',
    lean: 'state',
    words:
      '+2, plus 2, plus two, plustwo, plus2, class twelve, std twelve, twelfth standard, twelfth std, twelfth class, பிளஸ் டூ, பிளஸ் 2, பிளஸ்டூ, பன்னிரண்டாம் வகுப்பு, பன்னிரெண்டாம் வகுப்பு, பனிரெண்டாம் வகுப்பு, பனிரண்டாம் வகுப்பு',
    unsure: 'பன்னிரண்டாம், பன்னிரெண்டாம்',
    searched: '12 plus, மேல்நிலை இரண்டாம் ஆண்டு',
  },
  { grade: '12', unsure: 'twelfth, twelth' },
  {
    grade: '11',
    lean: 'state',
    words:
      '+1, plus 1, plus one, plusone, plus1, class eleven, std eleven, eleventh standard, eleventh std, பிளஸ் ஒன், பிளஸ் 1, பதினோராம் வகுப்பு, பதினொன்றாம் வகுப்பு',
    unsure: 'பதினோராம், பதினொன்றாம்',
    searched: 'மேல்நிலை முதலாம் ஆண்டு',
  },
  { grade: '11', unsure: 'eleventh' },
  {
    grade: '10',
    lean: 'state',
    words: 'class ten, std ten, tenth standard, tenth std, tenth class, பத்தாம் வகுப்பு',
  },
  { grade: '10', unsure: 'tenth, பத்தாம், பத்தாவது' },
  {
    grade: '9',
    lean: 'state',
    words: 'class nine, std nine, ninth standard, ninth std, ஒன்பதாம் வகுப்பு',
  },
  { grade: '9', unsure: 'ninth, nineth, ஒன்பதாம்' },
  {
    grade: '8',
    lean: 'state',
    words: 'class eight, std eight, eighth standard, eighth std, எட்டாம் வகுப்பு',
  },
  { grade: '8', unsure: 'eighth, eigth, எட்டாம்' },
  {
    grade: '7',
    lean: 'state',
    words: 'class seven, std seven, seventh standard, seventh std, ஏழாம் வகுப்பு',
  },
  { grade: '7', unsure: 'seventh, ஏழாம்' },
  { grade: '6', lean: 'state', words: 'class six, std six, sixth standard, sixth std, ஆறாம் வகுப்பு' },
  { grade: '6', unsure: 'sixth, ஆறாம்' },
  { type: 'state', grade: '10', words: 'sslc, s s l c, எஸ்எஸ்எல்சி' },
  {
    type: 'state',
    grade: '12',
    words:
      'hsc, h s c, higher secondary, hsc second year, hsc 2nd year, higher secondary second year, hse second year, hsc +2, +2 hsc, எச்எஸ்சி',
    searched: 'மேல்நிலை',
    named: 'மேல்நிலை இரண்டாம் ஆண்டு',
  },
  {
    type: 'state',
    grade: '11',
    words: 'hsc first year, hsc 1st year, higher secondary first year, hse first year, hsc +1, +1 hsc',
    named: 'மேல்நிலை முதலாம் ஆண்டு',
  },
  {
    type: 'cbse',
    grade: '12',
    words: 'aissce, all india senior school certificate examination, senior school certificate examination',
  },
  { type: 'cbse', grade: '10', words: 'aisse, all india secondary school examination' },
  {
    grade: '12',
    words: 'बारहवीं कक्षा, बारहवी कक्षा, कक्षा बारह, barahvi kaksha',
    unsure: 'बारहवीं, बारहवी, barahvi, barahvin, baarahvi',
  },
  {
    grade: '11',
    words: 'ग्यारहवीं कक्षा, ग्यारहवी कक्षा, कक्षा ग्यारह, gyarahvi kaksha',
    unsure: 'ग्यारहवीं, ग्यारहवी, gyarahvi, gyarahvin',
  },
  {
    grade: '10',
    words: 'दसवीं कक्षा, दसवी कक्षा, दशवीं कक्षा, कक्षा दस, dasvi kaksha',
    unsure: 'दसवीं, दसवी, दशवीं, dasvi, dasvin, daswi',
  },
  {
    grade: '9',
    words: 'नौवीं कक्षा, नवीं कक्षा, नौवी कक्षा, कक्षा नौ, nauvi kaksha',
    unsure: 'नौवीं, नवीं, नौवी, nauvi, nauvin',
  },
  {
    grade: '8',
    words: 'आठवीं कक्षा, आठवी कक्षा, कक्षा आठ, aathvi kaksha',
    unsure: 'आठवीं, आठवी, aathvi, aathvin, athvi',
  },
  {
    grade: '7',
    words: 'सातवीं कक्षा, सातवी कक्षा, कक्षा सात, saatvi kaksha',
    unsure: 'सातवीं, सातवी, saatvi, saatvin, satvi',
  },
  {
    grade: '6',
    words: 'छठी कक्षा, छठवीं कक्षा, छठीं कक्षा, कक्षा छह, कक्षा छः, chhathi kaksha',
    unsure: 'छठी, छठवीं, छठीं, chhathi, chhathvi',
  },
  { type: 'state', grade: '10', searched: 'हाईस्कूल, हाई स्कूल, मैट्रिक' },
  { type: 'state', grade: '12', searched: 'इंटरमीडिएट' },
]

const MONTHS: Spelling[] = [
  { month: 'January', words: 'janury, ஜனவரி, जनवरी', unsure: 'jan' },
  { month: 'February', words: 'febuary, feburary, பிப்ரவரி, பிப்ருவரி, फरवरी, फ़रवरी', unsure: 'feb' },
  { month: 'March', words: 'மார்ச், மார்ச்சு, मार्च', unsure: 'mar' },
  { month: 'April', words: 'aprl, ஏப்ரல், अप्रैल, अप्रेल', unsure: 'apr' },
  { month: 'May', words: 'மே, मई', unsure: 'may' },
  { month: 'June', words: 'ஜூன், जून', unsure: 'jun' },
  { month: 'July', words: 'ஜூலை, जुलाई', unsure: 'jul' },
  { month: 'August', words: 'ஆகஸ்ட், ஆகஸ்டு, अगस्त', unsure: 'aug' },
  { month: 'September', words: 'செப்டம்பர், செப்டெம்பர், सितंबर, सितम्बर', unsure: 'sep, sept' },
  { month: 'October', words: 'அக்டோபர், अक्टूबर, अक्तूबर', unsure: 'oct' },
  { month: 'November', words: 'நவம்பர், नवंबर, नवम्बर', unsure: 'nov' },
  { month: 'December', words: 'டிசம்பர், दिसंबर, दिसम्बर', unsure: 'dec' },
]

export const SPELLINGS: readonly Spelling[] = [...SUBJECTS, ...BOARDS_AND_EXAMS, ...CLASSES, ...MONTHS]
