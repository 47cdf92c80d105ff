/**
 * Every column that says whom a row is about, and what becomes of the row when that person is erased. A test compares
 * this list with the tables, so that nobody forgets a new column here or in erase.ts.
 */
export const columnsAboutPeople: Readonly<
  Record<string, 'erased' | 'kept as a wish' | 'not a customer' | 'forgotten within a day'>
> = {
  'act_step.mails': 'erased',
  'act_step.subject_id': 'erased',
  'author.email': 'erased',
  'author.first_name': 'erased',
  'author.last_name': 'erased',
  'comment.author_id': 'erased',
  'comment.review_id': 'erased',
  'edit_code.email': 'erased',
  'event.subject_id': 'erased',
  'item_link.subject_id': 'erased',
  'idempotent_answer.person_hash': 'erased',
  'import_copy.author_id': 'erased',
  'import_copy.review_id': 'erased',
  'import_item_copy.person_name': 'erased',
  'import_photo.review_id': 'erased',
  'job.key': 'erased',
  'message.author_id': 'erased',
  'message.review_id': 'erased',
  'page_link.email': 'erased',
  'product_question.author_id': 'erased',
  'product_review.author_id': 'erased',
  'product_review.order_id': 'erased',
  'product_review.user_location': 'erased',
  'product_review_language.review_id': 'erased',
  'product_review_vote.review_id': 'erased',
  'question.author_id': 'erased',
  'put_off.subject_id': 'erased',
  'refused_write.person_hash': 'erased',
  'review.author_id': 'erased',
  'review.order_id': 'erased',
  'review.user_location': 'erased',
  'review_flag.review_id': 'erased',
  'review_label.review_id': 'erased',
  'review_language.review_id': 'erased',
  'review_request.email': 'erased',
  'review_request.first_name': 'erased',
  'review_request.last_name': 'erased',
  'review_request.mail_id': 'erased',
  'review_request.mail_outcome': 'erased',
  'review_request.order_id': 'erased',
  'review_request.phone': 'erased',
  'review_request.recipient': 'erased',
  'review_request_product.review_id': 'erased',

  // With a hash of what the review was known by, so that no file brings somebody back who was erased.
  'imported_review.review_id': 'kept as a wish',

  // A hash, so that somebody who wants no mail gets none even after everything else is forgotten.
  'mail_stop.email_hash': 'kept as a wish',

  'account.email': 'not a customer',
  'business.email': 'not a customer',
  'business.phone': 'not a customer',
  'team_invitation.email': 'not a customer',

  // A hash that slows guessing down; erasing it on request would let guesses go on at full speed.
  'failed_login.email_hash': 'forgotten within a day',
  'login_failure.email_hash': 'forgotten within a day',
};
