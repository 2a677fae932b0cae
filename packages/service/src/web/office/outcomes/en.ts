import type { OutcomeWords } from './words.ts';

export const en: OutcomeWords = {
  kinds: {
    corrected: 'It is corrected. What was said before stays on record.',
    moved: 'The move is in the books.',
    read: 'What it held is on record: the proof of that day takes it as its word.',
    unmarked: 'It has certainly not left, and waits in suspense again.',
    nothing_marked: 'Nothing of it is marked as sent back.',
    has_left: 'It has left: a message or people have said which debit it was.',
    may_have_gone:
      'It may have left: say the balance of its SIM first, also where somebody has proposed this since it was read, and what all that left it was, and disown a message on any SIM that tells of it and is not the operator’s.',
    called_capital: 'It is money of our own, and stands in our capital.',
    not_live: 'It is of a test: nothing there is ours.',
    may_be_a_payment:
      'It may be a customer’s payment: give it to them, or send it back. If a session on its number still waits, try again when it has ended.',
    custodian_set: 'The custodian is on record. What was said before stays there.',
    text_unusable: 'Write the institution and its licence, in 1 to 200 letters each.',
    day_unusable: 'Write a day, today at the latest.',
    frozen: 'The merchant is frozen.',
    unfrozen: 'The merchant may go on.',
    as_before: 'Nothing has changed: it was so already.',
    settlement_terms_set: 'Days of hold and reserve hold from now on.',
    settlement_terms_unusable: 'Write 0 to 30 days, and a reserve in whole francs.',
    merchant_not_found: 'There is no such merchant.',
    needs_a_merchant: 'A payment belongs to a merchant: say which.',
    stands_there: 'The money stands there already.',
    has_ended: 'It has ended a refund or a settlement, which a correction can’t undo.',
    not_covered: 'There is not enough to take where the money stands.',
    not_ours: 'Of what is held there is less that is ours, or nothing.',
    account_not_found: 'That is no other account of ours.',
    moved_before:
      'It stands on the books already: the same sum, the same way, at the same time. Was it another one, write its own minute.',
    moved_at_unusable: 'Write a day and an hour that are over, such as 14:30.',
    own_merchant:
      'You are in the team of this merchant, or left it less than 90 days ago, so somebody else of the staff decides about it.',
    confirmed: 'It is confirmed.',
    rejected: 'The session is closed as not paid. Its money, if any, is in Suspense on the desk.',
    assigned: 'The payment is given to them.',
    refunded: 'It is marked as sent back.',
    voided: 'It is voided: the operator has taken it back, or it was never paid.',
    asked: 'The operator is asked to send it back. This page shows how it goes.',
    refused: 'Written down: the money is not back. The refund may be asked for again.',
    anchored: 'The balance is on record.',
    announced: 'It is announced: the SIM’s own SMS will be taken for it.',
    announced_before:
      'This sweep is announced already, and was not announced a second time. If you take as much once more, fill in the form anew.',
    explained: 'The movement is explained and booked.',
    disowned: 'The message is nobody’s any more: it contests nothing, and nothing waits for it.',
    closed: 'It is closed.',
    withdrawn: 'The proposal is taken back.',
    changed: 'Done.',
    set: 'The tariff is set.',
    fees_set: 'The terms are set: they hold from their day on.',
    terms_unusable:
      'Those are no terms: write a share, a sum or both, such as 1.5%+50 min=100 max=5000 tax=18%.',
    begins_too_early: 'Terms never touch the past: name a later day.',
    begins_too_late: 'That is more than a year ahead: name a nearer day.',
    proposed: 'Proposed. Another person must say the same on this page, with their own account.',
    not_found: 'What you named does not exist. Check the id.',
    number_not_found: 'There is no such live number. See the page Numbers.',
    step_not_found: 'There is no such movement. See those of the number.',
    message_not_found: 'There is no such message.',
    incident_not_found: 'There is no such incident.',
    alert_not_found: 'There is no such alert.',
    template_not_found: 'There is no such wording.',
    settled: 'The statement counts: what it says is in the book.',
    statement_not_found: 'There is no such statement.',
    statement_refused:
      'The statement never counts. Its file may be brought again, for the number that it is of.',
    statement_counts: 'This statement counts by now: what it says is in the book.',
    is_refused:
      'Somebody has refused this statement, so it never counts. If that was a mistake, bring its file again.',
    not_complete: 'This statement is not complete: bring the same file again.',
    profile_unconfirmed:
      'Nobody has confirmed how statements of this portal are read. Compare this one with the portal, then confirm its profile.',
    changed_since:
      'A statement that counts says another sum of one of these payments: one of the two was changed. Ask the operator.',
    profile_confirmed: 'The profile is confirmed: such statements count.',
    profile_not_found: 'There is no such profile.',
    not_under_review: 'This session is not under review any more: somebody has decided.',
    nothing_covers_it:
      'No free payment of the case covers the amount. Reject it, then send the money back or assign it from Suspense.',
    several_credits: 'Several payments cover the amount: choose which one.',
    credit_not_in_case: 'That payment is not of this case. Choose one on the page.',
    credit_is_gone: 'That payment is given to something else already.',
    credit_reversed: 'The operator has taken this payment back: void it from Suspense.',
    credit_doubted:
      'It is not sure that this money is there: read the SIM’s balance, and explain what a reading, a message or a statement doubts. What people have said was never paid, or what the operator has taken back in words that nobody knows, is voided from Suspense.',
    payer_unread:
      'People no longer stand by the wording that named its payer, or a confirmed one names another, so it may be somebody else’s: confirm one that reads its message, have the money read again, then send it back.',
    payer_unknown:
      'Nothing shows whose phone paid, or what is typed is no whole phone: say to which phone it goes back, with all its digits, a foreign one with + and its country’s code. The SIM’s own SMS is held to that number.',
    other_payer: 'Another phone paid than you say: it goes back to that one.',
    credit_not_vouched:
      'Messages of other balances came to its SIM beside its own, or a reading found less there than the book had with it, so this money may be forged: read the SIM’s balance, then send it back, give it to whom it is for, or say that it is ours. Where the SIM can’t be read any more, or that changes nothing, two people look it up in the operator’s list and say what it was (npx chari feeds explain).',
    payment_reversed: 'The operator has taken this payment back: it is not sent a second time.',
    payment_doubted:
      'A reading of the SIM, a message or a statement casts doubt on this payment: explain its movement first.',
    nothing_waits: 'Nothing of this payment waits any more.',
    other_environment: 'One is live and the other a test, or they are of different sandboxes.',
    session_closed: 'This session has ended for good. Give the money to the merchant, or send it back.',
    too_little: 'This payment does not cover the amount. Give it to the merchant, or send it back.',
    not_timed_out:
      'Staff settle only a transaction that timed out or whose payment is doubtful. This one is neither.',
    no_late_proof: 'Nothing proves a payment of this transaction. Assign one to it from Suspense.',
    credit_already_used: 'The payment for this transaction does not wait any more.',
    proven_otherwise: 'Another payment of this transaction is proven: confirm it on its page.',
    paid_by_push: 'This transaction was to be paid by push, not to a collection number: send the money back.',
    other_amount: 'That is not the amount that is meant. Look at the page again.',
    not_reversed:
      'No message of the operator takes it back, and nobody has written it off: assign it, or send it back.',
    reversed_elsewhere:
      'No movement of the SIM that was paid takes it back: another SIM tells of it, or a message that came after its row in a statement. Look into that, and close its alert; what is still there is then assigned, or sent back.',
    left_for_merchant:
      'People have said that what left its SIM was a refund or a settlement of its merchant: what was left over of the payment is still there. Look into it, and close its alert; then send it back.',
    reversals_differ:
      'The operator took it back by several movements, and people have called them different things: correct them first, so that all are the same (npx chari ledger correct).',
    reversal_unexplained:
      'The operator took it back by several movements, or with the payment that it was left over of: say first, in the book of the SIM, what each of them was.',
    not_success: 'Only a transaction that was paid can be refunded.',
    balance_short: 'Its merchant has less than that with us: nothing would pay for it.',
    given_back: 'Its merchant gives it back already: see the page of refunds.',
    already: 'A refund is on its way already. Ask the operator how it ended, then say so here.',
    balance_unusable: 'That is no balance: write whole francs.',
    readings_cross:
      'Somebody said another balance of this SIM a moment ago, and before that the book stood at this one. Look at the SIM again in three minutes, and say what it shows then.',
    amount_unusable: 'That is no sum to take: write whole francs above 0.',
    hours_unusable: 'Say how many hours back: 1 to 720.',
    closed_before: 'Somebody had closed it before.',
    found_since:
      'More has been found false on this number since this page was shown, or since the first person spoke: look at its book once more.',
    unseen:
      'The page from which you closed this does not say what was found until you looked: look at it once more, then close it there.',
    taken_back_since:
      'The operator has taken back more of this payment since this page was shown: look at its SIM once more.',
    explained_before: 'This movement is explained already.',
    disowned_before: 'This message was disowned before.',
    has_its_place: 'This message is a movement of the book: say what the movement was.',
    no_money_came: 'That is money that left: it is nobody’s payment.',
    other_recipient:
      'That went to another phone than what is due of this sum. Find out whose it is, and explain it as what it was.',
    payments_first:
      'Payments of this SIM that wait for a reading, or that one has settled since, may be what is missing. They are listed here as unexplained: look each up in the operator’s list first, and say a customer’s payment or never true. Where one waits and no balance was said since it came, say the balance before that.',
    several_due:
      'Nothing tells to whom that went, and as much is due to several. Find out who got it, and name that refund or settlement by its id.',
    no_settlement_is_due:
      'No settlement of that sum is on its way from this SIM. Explain the movement as what it was.',
    no_refund_is_due: 'No refund of that sum is marked for this SIM. Explain the movement as what it was.',
    waits_for_a_reading:
      'This payment settles when the SIM is read: say the balance first. If it was never paid, choose “never true”.',
    said_paid_before:
      'Two people have said that this was paid, and that stays on record. If it was, say a customer’s payment once more. If the operator has taken it back since, bring its list of those days: until then nobody can send it back. Where it waits in suspense, void it then; where it has paid somebody, say in the book of the SIM what the step was that takes it back.',
    is_a_payment:
      'This payment is contested, or may be what is missing: say a customer’s payment, or never true.',
    nothing_proposed: 'Nothing is proposed any more.',
    unusable: 'That tariff can’t be used: each bracket begins where the one before ends.',
    not_a_credit_template: 'That wording reads no money: there is nothing to confirm.',
    contradicts_book:
      'The balances of its SIM show another movement of a text that it reads. Correct its kind and its slots, as another version.',
    takes_another:
      'It would also take texts of another wording that is in use, and no two may read one text. Make it narrower, as another version.',
    same_person: 'You proposed this yourself: somebody else must agree.',
    not_comparable:
      'It was proposed under a typed name, and an account and a typed name are never two people. Take it back, and propose it again.',
    other_proposal: 'Somebody has proposed something else. Agree to exactly that, or take the proposal back.',
    left_the_staff: 'You are not on the staff any more: nothing was done.',
    other_role: 'Your role may not do this: ask somebody whose role may. Nothing was done.',
  },
  figures: {
    missing_xaf: 'Missing',
    from_held_xaf: 'Left on the first',
    to_held_xaf: 'Now on the second',
    surplus_xaf: 'Too much, now in suspense',
    best_xaf: 'The largest free payment',
    refunded_xaf: 'Sent back',
    left_before_xaf:
      'Don’t send it before you have looked at its number: as much has left to that phone already, and nobody has said what it was. If that was it, two people say that it was sent back',
    moved_xaf: 'Moved',
    vouched_xaf: 'Vouched for by one person alone',
    unexplained_xaf: 'Stands unexplained',
    waiting_xaf: 'Waiting',
    reversed_xaf:
      'Say first, in the book of the SIM, what was taken back, and close its alert: then what waits can be decided. Taken back by the operator',
    proven: 'Messages proven',
  },
  by: 'Proposed by',
  short:
    'That is less than the book said: this SIM is suspected now, and a payment on it is settled by the operator’s statement, or by a reading where it is larger than all that has left unexplained. If the figure was a slip, read it again three minutes from now and say the right one; then two people say of both differences “Never true”, and close its open incident. Else look at that incident first.',
  still_short:
    'This SIM is suspected still, since an earlier reading found less, or something was found false: a payment on it is settled by the operator’s statement, or by a reading where it is larger than all that has left unexplained. Explain each difference, where a figure was a slip both as “Never true”, by two people, and close its open incident.',
  swept_before:
    'Take nothing more: this sum has left the SIM already, and is booked as this sweep. If none of you has taken it, somebody else has: tell an administrator at once.',
  left_already:
    'Send nothing: this sum has left the SIM already, and that is taken for it. If none of you has sent it, somebody else has: tell an administrator at once.',
  left_when: 'It left at',
  not_yet: 'Send nothing before they have agreed.',
  told_by:
    'Don’t send it before you have looked at the book of this SIM: a message that waits there tells of as much that may be this. If that was it, and the book does not take it for this by itself, two people say there that it was sent back',
  sent_to: 'It goes to the phone',
  left_from: 'It left from',
  taken_back:
    'The operator has taken this payment back as well: if both have gone, its payer has it twice. Look into it with the operator.',
  at_once_title: 'Decided at the same moment',
  at_once:
    'Somebody decided or proposed something about this at the same moment. Nothing of yours was done: look again.',
  look_again: 'Look again',
};
