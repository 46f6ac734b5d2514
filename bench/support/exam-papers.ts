/** Papers of one exam that sets, levels, sittings and states tell apart: "facts | title | variant | board". */
export const EXAM_PAPERS = [
  ...['1', '2', '3'].flatMap((set) => [
    `cbse 12 Mathematics Mar 2023 | Board paper (65/2/${set}) | Set ${set}`,
    `cbse 10 Mathematics Mar 2023 | Board paper (30/2/${set}) | Standard, Set ${set}`,
    `cbse 10 Mathematics Mar 2023 | Board paper (430/2/${set}) | Basic, Set ${set}`,
    `cbse 12 Physics Mar 2023 | Board paper (55/4/${set}) | Set ${set}`,
    `cbse 12 Chemistry Mar 2023 | Board paper (56/4/${set}) | Set ${set}`,
    `cbse 12 Chemistry Jul 2023 | Board paper (56/C/${set}) | Set ${set}, Compartment`,
    `cbse 10 Science Mar 2024 | Board paper (31/1/${set}) | Set ${set}`,
    `cbse 10 Social Science Mar 2020 | Board paper (32/4/${set}) | Set ${set}`,
    `cbse 12 Biology Mar 2019 | Board paper (57/1/${set}) | Delhi, Set ${set}`,
    `cbse 12 Biology Mar 2019 | Board paper (57/5/${set}) | Outside Delhi, Set ${set}`,
    `cbse 10 Hindi Mar 2024 | Hindi Course B board paper (4/2/${set}) | Set ${set}`,
  ]),
  'cbse 12 Economics Mar 2016 | Board paper (58/1/1) | Delhi, Set 1',
  'cbse 12 Mathematics Mar 2015 | Board paper 65(B) | For visually impaired',
  'cbse 10 Mathematics Nov 2021 | Question paper | Standard, Term 1',
  'cbse 10 Science Nov 2021 | Question paper | Term 1',
  'cbse 12 Accountancy May 2022 | Question paper (67/3/2) | Term 2, Set 2',
  'cbse 10 Hindi Mar 2023 | हिंदी पाठ्यक्रम अ',
  'cbse 12 Sanskrit Mar 2023 | संस्कृत (केन्द्रिकम्) वार्षिक परीक्षा',
  'cbse 10 Mathematics Dec 2024 | Practice test: Circles and coordinate geometry',
  'cbse 12 Physics Dec 2024 | Practice test: Waves and ray optics',
  'cbse 12 Chemistry Dec 2024 | Practice test: Alcohols, phenols and ethers',
  'cbse 12 Mathematics Dec 2024 | Practice test: Application of integrals',
  'cbse 12 Economics Dec 2024 | Practice test: Government budget',
  'cbse 9 Social Science Mar 2024 | Annual examination: History to democracy',
  'cbse 9 Social Science Dec 2024 | Practice test: Revolutions in Europe',
  'cbse 11 Computer Science Nov 2024 | Practice test: Strings, files and functions',
  'state 10 English Feb 2024 | Matric annual examination | First sitting | Bihar',
  'state 10 Science Feb 2023 | Matric annual examination | Second sitting | Bihar',
  'state 12 Physics Feb 2024 | Intermediate annual examination | | Bihar',
  'state 12 Mathematics Mar 2024 | II PUC annual examination | | Karnataka',
  'state 11 Physics Mar 2024 | I PUC annual examination | | Karnataka',
  'state 10 Social Science Feb 2024 | SSLC preparatory examination | | Karnataka',
  'state 10 Mathematics Feb 2023 | SSLC model examination | | Kerala',
  'state 12 Chemistry Mar 2023 | Higher secondary examination, March 2023 | | Kerala',
  'state 10 Science Feb 2024 | हाईस्कूल परीक्षा विज्ञान 824 (HA) | | Uttar Pradesh',
  'state 12 Mathematics Feb 2023 | Intermediate examination 324 (BL) | | Uttar Pradesh',
  'state 12 Physics Feb 2024 | HSC board question paper | | Maharashtra',
  'state 10 Mathematics Mar 2024 | SSC Algebra part 1 | | Maharashtra',
  'state 10 Mathematics Apr 2023 | SSC public examination | Paper 1 | Andhra Pradesh',
  'state 12 Chemistry Mar 2024 | Intermediate public examination | | Telangana',
  'state 10 Science Feb 2024 | Madhyamik Pariksha: Physical Science | | West Bengal',
  'state 10 Science Mar 2023 | அறிவியல் அலகுத் தேர்வு: தாவர உலகம்',
  'state 10 Science Dec 2024 | அறிவியல் அலகுத் தேர்வு: அணுவும் ஒளியும்',
  'state 10 Science Feb 2022 | विज्ञान प्रश्न पत्र | | Madhya Pradesh',
]

/** Newer papers have the same words far from each other. */
export const EXAM_TEXTS: Record<string, string[]> = {
  'Board paper (30/2/2)': [
    'Series HFG1E. Candidates must write the code on the title page.',
    'Section C. Prove that the lengths of tangents drawn from an external point to a circle are equal.\nThe sum of the digits of a two digit number is 9.',
  ],
  'Practice test: Circles and coordinate geometry': [
    'The diameters of a circle are equal. Name the point where the perpendicular bisectors meet.\nProve that the angle at the centre is double. From the origin the external division is drawn on graph paper.\nFind the lengths of the sides. How many tangents has a line of two units?',
  ],
  'Board paper (55/4/1)': [
    'Section A. An electric dipole is placed in a uniform field.\nState Huygens’ principle and verify the laws of reflection using it.',
    'How does the resistivity of a conductor depend on temperature? Draw the graph of binding energy per nucleon against mass number.',
  ],
  'Practice test: Waves and ray optics': [
    'State the condition for total internal reflection. Verify the lens maker’s formula.\nThe principle of superposition holds for light. Which laws are those of Snell? The wavelets of Huygens are spherical.\nDraw the binding of a fibre. The graph of intensity is per slit; the mass number is not asked. Energy is conserved.',
  ],
  'Board paper (56/4/2)': [
    'Write the mechanism of hydration of ethene to form ethanol.\nAccount for the following: aniline does not undergo Friedel-Crafts reaction.',
  ],
  'Practice test: Alcohols, phenols and ethers': [
    'The hydration of alkenes needs an acid. Write how ethanol is oxidised. The mechanism of dehydration has three steps.\nIs ethene planar? Anisole undergoes substitution; aniline was asked before. Friedel and Crafts worked in 1877. A reaction may not follow from this account.',
  ],
  'Board paper (31/1/1)': [
    'Why is respiration considered an exothermic reaction? Explain.\nWrite the function of the following in the human alimentary canal: saliva, bile juice.',
  ],
  'Pre-board exam: Life processes, carbon compounds and light': [
    'Name the organs of respiration in fishes. Combustion is exothermic. Why is carbon tetravalent?\nA reaction of acids was considered above. Explain the term bile. Saliva is alkaline. The function of the canal is human made: write on the alimentary tract.',
  ],
  'Board paper (65/2/2)': [
    'Using integration, find the area of the region bounded by the parabola y² = 4x and the line x = 3.\nEvaluate the definite integral. Show that the function is one-one and onto.',
  ],
  'Practice test: Application of integrals': [
    'Integration is a sum. Using a sketch, find the slope of the line.\nThe parabola has its vertex at the origin. Is the region convex? An area is never negative, and is bounded from below.',
  ],
  'Board paper (58/1/1)': [
    'Distinguish between revenue expenditure and capital expenditure of the government with examples.\nWhat is meant by price ceiling?',
  ],
  'Practice test: Government budget': [
    'What is revenue deficit? Expenditure is of many kinds. Distinguish plan and non-plan items.\nCapital receipts create a liability, between two years, of the government. Give examples. A price has no ceiling here.',
  ],
  'Annual examination: History to democracy': [
    'What were the causes of the French Revolution? Describe the role of philosophers.\nWhy is democracy considered the best form of government?',
  ],
  'Practice test: Revolutions in Europe': [
    'What was the revolution of 1905? The French king fled. Describe the causes of bread riots. Which were the role models?\nPhilosophers met in salons. The best government is considered; a form of democracy came later.',
  ],
  'Annual examination: Physics': [
    'State and prove the work energy theorem for a constant force. Define the moment of inertia.',
  ],
  'Practice test: Strings, files and functions': [
    'Write a function in Python to count the number of lines in a text file starting with the letter A.',
  ],
  'Matric annual examination': [
    'Write an application to the headmaster for remission of fees. Translate into English.',
  ],
  'II PUC annual examination': [
    'If the matrix A is singular find the value of k. Define an equivalence relation with an example.',
  ],
  'SSLC preparatory examination': [
    'Explain the reforms of Basavanna. Who is called the father of Kannada journalism?',
  ],
  'அறிவியல் அலகுத் தேர்வு: தாவர உலகம்': ['ஒளிச்சேர்க்கை என்றால் என்ன? அதன் படிகளை விளக்குக.\nவேரின் பணிகள் யாவை?'],
  'அறிவியல் அலகுத் தேர்வு: அணுவும் ஒளியும்': [
    'அணு என்றால் என்ன? ஒளிவிலகல் விதிகளை எழுதுக.\nஎன்ன மாற்றம் ஒளிச்சேர்க்கை நடைபெறும் போது நிகழும்? பணிகள் இரண்டு. வேரின் முனை யாவை?',
  ],
  'विज्ञान प्रश्न पत्र': ['प्रकाश संश्लेषण किसे कहते हैं? इसका रासायनिक समीकरण लिखिए।\nओम का नियम लिखिए।'],
  'हाईस्कूल परीक्षा विज्ञान 824 (HA)': [
    'प्रकाश का अपवर्तन किसे कहते हैं? प्रोटीन का संश्लेषण कहाँ होता है?\nओम प्रतिरोध का मात्रक है। न्यूटन का नियम लिखिए।',
  ],
}
