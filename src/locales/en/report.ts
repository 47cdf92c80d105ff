/** Texts of the dialog for reporting a review. */
export const report = {
  reportTitle: 'Report this review',
  language: 'Profanity or bigotry',
  personal_info: 'Personal information',
  personal_attack: 'Personal attack',
  second_hand: 'Not first-hand',
  another_biz: 'Meant for another shop',
  other: 'Something else',
  reportText: 'What is wrong with it?',
  reportNeed: 'Please choose a reason and write a few words.',
  reportSend: 'Send report',
  reportFailed: 'It could not be sent. Please try again.',
  cancel: 'Cancel',
};
