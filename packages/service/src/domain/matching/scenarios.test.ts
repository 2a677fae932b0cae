import { expect, test } from 'vitest';
import { type Claimant, type CreditFacts, type Decision, FROM_OWN_NUMBER } from './case.ts';
import { decide, RULES } from './rules.ts';

/**
 * What becomes of a payment, one line a case. Every session was made at minute 0 and expires at minute 10,
 * and every payment was sent at minute 2, unless the line says otherwise.
 *
 * payment:  amount · `at N` minute sent (`N:30` with seconds) · `printed N` a time known to the minute only ·
 *           `by X` the payer (`by ~X` the operator hides digits of it) · `quotes A` the ticket of session A ·
 *           `beside A` its ticket stands in the words about it, outside the motif ·
 *           `weak` its message is doubted · `unread` no template reads it · `ours` another number of ours has sent it · `crowded` more sessions have to do with it than are read
 * session:  name · status · amount · `from X` the declared payer · `made N` · `until N` · `closed N` after the money moved, or just before ·
 *           `elsewhere` it was given another collection number
 * verdict:  what is done, why, and to which sessions; SUSPENSE touches none, and names the likely ones
 */
const SCENARIOS = `
rule                     | payment               | sessions                                                    | verdict

# An exact payment in time
unique_in_time           | 5000                  | A open 5000                                                 | SETTLE A
unique_in_time           | 5000 by X             | A open 5000 from X                                          | SETTLE A
unique_in_time           | 5000 by X             | A open 5000                                                 | SETTLE A
unique_in_time           | 5000                  | A open 5000 from X                                          | SETTLE A
unique_in_time           | 5000 by ~X            | A open 5000 from X                                          | SETTLE A
unique_in_time           | 5000 quotes A         | A open 5000                                                 | SETTLE A
unique_in_time           | 5000 by X             | A open 5000 from X; B open 5000 from Y                      | SETTLE A
unique_in_time           | 5000 by X             | A open 5000 from X; B paid 5000 from Y                      | SETTLE A
unique_in_time           | 5000 by X             | A open 5000 from X; B open 3000 from X                      | SETTLE A
unique_in_time           | 5000 by X             | A open 5000 from X; B open 500 from X                       | SETTLE A
unique_in_time           | 5000 by X             | A open 5000 from X; B cancelled 5000                        | SETTLE A
unique_in_time           | 5000 quotes B         | A open 5000 from X; B open 5000 from Y                      | SETTLE B
unique_in_time           | 5000 quotes A         | A open 5000; B cancelled 5000                               | SETTLE A
unique_in_time           | 5000                  | A open 5000; B open 5000 made 30 until 40                   | SETTLE A
unique_in_time           | 5000                  | A open 5000; B open 4000                                    | SETTLE A
unique_in_time           | 5000 by ~X            | A open 5000 from X; B open 5000 from Y                      | SETTLE A

# The hour it was sent
unique_in_time           | 5000 at 10            | A open 5000                                                 | SETTLE A
unique_in_time           | 5000 printed 10       | A open 5000                                                 | SETTLE A
unique_in_time           | 5000 at -2            | A open 5000                                                 | SETTLE A
unique_in_time           | 5000 printed -3       | A open 5000                                                 | SETTLE A
late                     | 5000 at 10:01         | A open 5000                                                 | REVIEW late A
late                     | 5000 at 11            | A open 5000                                                 | REVIEW late A
late                     | 5000 at 11 by X       | A open 5000 from X; B open 5000 from Y                      | REVIEW late A
late                     | 5000 at 11 quotes A   | A open 5000                                                 | REVIEW late A
late                     | 5000 printed 11       | A open 5000                                                 | REVIEW late A
unmatched                | 5000 at -2:01         | A open 5000                                                 | SUSPENSE unmatched -
unmatched                | 5000 printed -4       | A open 5000                                                 | SUSPENSE unmatched -
unmatched                | 5000 at -9 by X       | A open 5000 from X                                          | SUSPENSE unmatched -
unmatched                | 5000 at -9 quotes A   | A open 5000                                                 | SUSPENSE unmatched -

# Somebody else's phone
payer_mismatch           | 5000 by Z             | A open 5000 from X                                          | REVIEW payer_mismatch A
payer_mismatch           | 5000 by ~Z            | A open 5000 from X                                          | REVIEW payer_mismatch A
payer_mismatch           | 5000 by Z quotes A    | A open 5000 from X                                          | REVIEW payer_mismatch A
payer_mismatch           | 5000 by Z at 11       | A open 5000 from X                                          | REVIEW payer_mismatch A
payer_mismatch           | 5000 by Z             | A review 5000 from X                                        | REVIEW payer_mismatch A
session_closed           | 5000 by Z             | A expired 5000 from X                                       | SUSPENSE session_closed A
second_payment           | 5000 by Z             | A paid 5000 from X                                          | SUSPENSE second_payment A

# The amount of one, and the payer of another who waits for this amount or one like it, on whatever number
payer_points_elsewhere   | 5000 by X             | A open 5000; B open 500 from X                              | REVIEW ambiguous A B
payer_points_elsewhere   | 5000 by X             | A open 5000; B open 5050 from X                             | REVIEW ambiguous A B
payer_points_elsewhere   | 5000 by X             | A open 5000; B review 50000 from X                          | REVIEW ambiguous A B
payer_points_elsewhere   | 5000 by X at 11       | A open 5000; B open 4900 from X                             | REVIEW ambiguous A B
payer_points_elsewhere   | 5000 by X             | A open 5000; B open 5000 from X elsewhere                   | REVIEW ambiguous A B
payer_points_elsewhere   | 5000 by X             | A open 5000; B expired 5000 from X elsewhere                | REVIEW ambiguous A
unique_in_time           | 5000 by X at 8        | A open 5000; B expired 5000 from X elsewhere until 7        | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B cancelled 5000 from X elsewhere              | SETTLE A
payer_points_elsewhere   | 5000 by X             | A open 5000; B open 500 from X elsewhere; C open 5100 from X elsewhere | REVIEW ambiguous A B C
unique_in_time           | 5000 by X             | A open 5000; B open 3000 from X                             | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B open 1 from X                                | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B open 3000 from X elsewhere                   | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B open 5000 elsewhere                          | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B open 5000 from Y elsewhere                   | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B open 5000 from X elsewhere made 30 until 40  | SETTLE A
unique_in_time           | 5000 by X             | A open 5000 from X; B open 5000 from X elsewhere            | SETTLE A
unique_in_time           | 5000                  | A open 5000; B open 5000 from X elsewhere                   | SETTLE A
payer_points_elsewhere   | 5000 by ~X            | A open 5000; B open 5000 from X elsewhere                   | REVIEW ambiguous A B
unique_in_time           | 5000 by ~X            | A open 5000; B open 5050 from X elsewhere                   | SETTLE A
unique_in_time           | 5000 by ~X            | A open 5000; B open 5000 from Y elsewhere                   | SETTLE A
unique_in_time           | 5000 by X quotes A    | A open 5000; B open 500 from X                              | SETTLE A
unique_in_time           | 5000 by X quotes A    | A open 5000; B open 5000 from X elsewhere                   | SETTLE A
unique_in_time           | 5000 by ~X            | A open 5000; B open 500 from X                              | SETTLE A

# A closed session expects nobody: a rival's cancelled ones spoil no payment
unique_in_time           | 5000 by X             | A open 5000; B cancelled 1 from X                           | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B cancelled 500 from X                         | SETTLE A
payer_points_elsewhere   | 5000 by X             | A open 5000; B expired 5050 from X                          | REVIEW ambiguous A
unique_in_time           | 5000 by X             | A open 5000; B paid 500 from X                              | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B cancelled 5000 from X elsewhere              | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B paid 5000 from X elsewhere                   | SETTLE A
unmatched                | 5000 by X             | B open 5000 from X elsewhere                                | SUSPENSE unmatched B

# One that was paid, cancelled or rejected since the money moved was open then
payer_points_elsewhere   | 5000 by X             | A open 5000; B cancelled 5000 from X elsewhere closed 3     | REVIEW ambiguous A
payer_points_elsewhere   | 5000 by X             | A open 5000; B paid 5000 from X elsewhere closed 3          | REVIEW ambiguous A
payer_points_elsewhere   | 5000 by X             | A open 5000; B failed 500 from X closed 3                   | REVIEW ambiguous A
payer_points_elsewhere   | 5000 by X at 5        | A open 5000; B paid 5000 from X elsewhere until 4 closed 6  | REVIEW ambiguous A
payer_points_elsewhere   | 5000 by X at 5        | A open 5000; B expired 5000 from X elsewhere until 4 closed 6 | REVIEW ambiguous A
unique_in_time           | 5000 by X at 5        | A open 5000; B expired 5000 from X elsewhere until 4        | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B paid 5000 from X elsewhere made 5 closed 6   | SETTLE A
unique_in_time           | 5000 by X             | A open 5000; B paid 4000 from X elsewhere closed 3          | SETTLE A
unique_in_time           | 5000 printed 2 by X   | A open 5000 made 2:40; B cancelled 5000 from X elsewhere closed 2:20 | SETTLE A
payer_points_elsewhere   | 5000 printed 1 by X   | A open 5000 made 2:40; B cancelled 5000 from X elsewhere closed 2:20 | REVIEW ambiguous A
unique_in_time           | 5000 by ~X            | A open 5000; B paid 500 from X elsewhere closed 3           | SETTLE A
payer_points_elsewhere   | 5000 by ~X            | A open 5000; B paid 5000 from X elsewhere closed 3          | REVIEW ambiguous A
payer_points_elsewhere   | 5000 by ~X            | A open 5000; B expired 5000 from X elsewhere                | REVIEW ambiguous A
unique_in_time           | 5000 by ~X at 8       | A open 5000; B expired 5000 from X elsewhere until 7        | SETTLE A
unique_in_time           | 5000 by ~X            | A open 5000; B paid 5000 from X elsewhere                   | SETTLE A
unique_in_time           | 5000 by X quotes A    | A open 5000; B paid 5000 from X elsewhere closed 3          | SETTLE A

# The clocks differ: who had ended just before may have been expected, if the claimant was made by then
payer_points_elsewhere   | 5000 at 5 by X        | A open 5000; B paid 5000 from X elsewhere closed 4          | REVIEW ambiguous A
unique_in_time           | 5000 at 5 by X        | A open 5000 made 4:30; B paid 5000 from X elsewhere closed 4 | SETTLE A
ambiguous                | 5000 at 5             | A open 5000; B cancelled 5000 closed 4                      | REVIEW ambiguous A
ambiguous                | 5000 at 5             | A open 5000 from X; B expired 5000 from Y until 4 closed 4  | REVIEW ambiguous A

# The claimant's ticket, and another one beside it: whichever number that one was given, paid or closed long ago
ticket_points_elsewhere  | 5000 quotes A quotes B | A open 5000; B open 5000 elsewhere                         | REVIEW ambiguous A B
ticket_points_elsewhere  | 5000 quotes A quotes B | A open 5000; B cancelled 5000 elsewhere                    | REVIEW ambiguous A
ticket_points_elsewhere  | 5000 quotes A quotes B | A open 5000; B paid 700 elsewhere                          | REVIEW ambiguous A
ticket_points_elsewhere  | 5000 quotes A quotes B | A open 5000; B open 3000                                   | REVIEW ambiguous A B
ticket_points_elsewhere  | 5000 quotes A quotes B at 11 | A open 5000; B open 3000                             | REVIEW ambiguous A B
ticket_points_elsewhere  | 1 quotes A quotes B    | A open 1; B open 5000                                      | REVIEW ambiguous A
ticket_points_elsewhere  | 1 quotes A quotes B    | A open 1; B open 5000 elsewhere                            | REVIEW ambiguous A
ticket_points_elsewhere  | 1 quotes A quotes B by X | A open 1; B open 5000 from X                             | REVIEW ambiguous A B
ticket_points_elsewhere  | 5000 quotes B by X     | A open 5000 from X; B open 900 made 30 until 40            | REVIEW ambiguous A
ticket_points_elsewhere  | 5000 quotes A beside B | A open 5000; B open 5000 elsewhere                         | REVIEW ambiguous A
ticket_points_elsewhere  | 5000 beside B by X     | A open 5000 from X; B open 5000 from Y                     | REVIEW ambiguous A
ticket_points_elsewhere  | 5000 beside A beside B | A open 5000; B paid 700 elsewhere                          | REVIEW ambiguous A
unique_in_time           | 5000 beside A          | A open 5000                                                | SETTLE A
ambiguous                | 5000 beside A          | A open 5000; B open 5000                                   | REVIEW ambiguous A B
payer_points_elsewhere   | 5000 beside A by X     | A open 5000; B open 5000 from X elsewhere                  | REVIEW ambiguous A B
second_payment           | 5000 quotes B by X     | A open 5000 from X; B paid 900                             | SUSPENSE second_payment B

# It could be for several
ambiguous                | 5000                  | A open 5000 from X; B open 5000 from Y                      | REVIEW ambiguous A B
ambiguous                | 5000 by Z             | A open 5000 from X; B open 5000 from Y                      | REVIEW ambiguous A B
ambiguous                | 5000                  | A open 5000; B paid 5000                                    | REVIEW ambiguous A
ambiguous                | 5000                  | A open 5000; B cancelled 5000                               | REVIEW ambiguous A
ambiguous                | 5000                  | A open 5000; B expired 5000                                 | REVIEW ambiguous A
ambiguous                | 5000 at 11            | A open 5000; B expired 5000                                 | REVIEW ambiguous A
ambiguous                | 5000                  | A open 5000; B review 5000                                  | REVIEW ambiguous A B
ambiguous                | 5000 by X             | A open 5000 from X; B paid 5000 from X                      | REVIEW ambiguous A
ambiguous                | 5000 quotes A quotes B | A open 5000; B open 5000                                   | REVIEW ambiguous A B
ambiguous                | 8000 quotes A quotes B | A open 5000; B open 3000                                   | REVIEW ambiguous A B
ambiguous                | 4000 quotes A quotes B | A open 5000; B open 3000                                   | REVIEW ambiguous A B
second_payment           | 5000                  | A paid 5000; B cancelled 5000                               | SUSPENSE second_payment A

# A session already under review
joins_review             | 5000                  | A review 5000                                               | REVIEW second_payment A
joins_review             | 5000 by X             | A review 5000 from X; B open 5000 from Y                    | REVIEW second_payment A
joins_review             | 5000 quotes A         | A review 5000; B open 5000                                  | REVIEW second_payment A
joins_review             | 5000 at 11            | A review 5000                                               | REVIEW second_payment A

# Already paid, or closed: never confirmed by itself, and never somebody else's
second_payment           | 5000                  | A paid 5000                                                 | SUSPENSE second_payment A
second_payment           | 5000 by X             | A paid 5000 from X                                          | SUSPENSE second_payment A
second_payment           | 5000 by X             | A paid 5000 from X; B open 5000 from Y                      | SUSPENSE second_payment A
second_payment           | 5000 by X             | A paid 5000 from X; B open 5000                             | SUSPENSE second_payment A
second_payment           | 5000 quotes A         | A paid 5000; B open 5000                                    | SUSPENSE second_payment A
second_payment           | 4000 by X             | A paid 5000 from X                                          | SUSPENSE second_payment A
second_payment           | 4000 quotes A         | A paid 5000; B open 4000                                    | SUSPENSE second_payment A
session_closed           | 5000                  | A cancelled 5000                                            | SUSPENSE session_closed A
session_closed           | 5000                  | A expired 5000                                              | SUSPENSE session_closed A
session_closed           | 5000                  | A failed 5000                                               | SUSPENSE session_closed A
session_closed           | 5000 at 11            | A expired 5000                                              | SUSPENSE session_closed A
session_closed           | 5000 by X             | A cancelled 5000 from X; B open 5000 from Y                 | SUSPENSE session_closed A
session_closed           | 5000 quotes A         | A cancelled 5000; B open 5000                               | SUSPENSE session_closed A
session_closed           | 5000                  | A cancelled 5000; B expired 5000                            | SUSPENSE session_closed A B

# Another amount than asked
amount_mismatch          | 4000 by X             | A open 5000 from X                                          | REVIEW amount_mismatch A
amount_mismatch          | 6000 by X             | A open 5000 from X                                          | REVIEW amount_mismatch A
amount_mismatch          | 4000 quotes A         | A open 5000                                                 | REVIEW amount_mismatch A
amount_mismatch          | 4000 quotes A         | A open 5000; B open 4000                                    | REVIEW amount_mismatch A
amount_mismatch          | 4000 quotes A by Z    | A open 5000 from X                                          | REVIEW amount_mismatch A
amount_mismatch          | 4000 by X             | A open 5000 from X; B paid 3000 from X                      | REVIEW amount_mismatch A
amount_mismatch          | 4000 by X             | A review 5000 from X                                        | REVIEW amount_mismatch A
amount_mismatch          | 4000 by X             | A open 4050 from X; B open 1 from X                         | REVIEW amount_mismatch A
amount_mismatch          | 4000 by X at 11       | A open 5000 from X                                          | REVIEW amount_mismatch A
amount_mismatch          | 2 by X                | A open 5000 from X                                          | REVIEW amount_mismatch A
amount_mismatch          | 2 quotes A by X       | A open 5000 from X                                          | REVIEW amount_mismatch A
unmatched                | 4000 by X             | A expired 5000 from X                                       | SUSPENSE unmatched A
unmatched                | 4000 by X             | A open 5000 from X; B open 6000 from X                      | SUSPENSE unmatched A B
unmatched                | 4000 by ~X            | A open 5000 from X                                          | SUSPENSE unmatched A

# A ticket is known to more people than the customer: it alone touches a session only with money that could be meant
amount_mismatch          | 500 quotes A          | A open 5000                                                 | REVIEW amount_mismatch A
amount_mismatch          | 50000 quotes A        | A open 5000                                                 | REVIEW amount_mismatch A
amount_mismatch          | 200 quotes A          | A open 300                                                  | REVIEW amount_mismatch A
amount_mismatch          | 2500 quotes A         | A open 5000                                                 | REVIEW amount_mismatch A
amount_mismatch          | 2500 quotes A         | A open 5001                                                 | REVIEW amount_mismatch A
amount_mismatch          | 10000 quotes A        | A open 5000                                                 | REVIEW amount_mismatch A
amount_mismatch          | 2700 quotes A quotes B by X | A open 5000 from X; B open 700                        | REVIEW amount_mismatch A
unmatched                | 2 quotes A            | A open 5000                                                 | SUSPENSE unmatched A
unmatched                | 2 quotes A by Z       | A open 5000 from X; B open 50                               | SUSPENSE unmatched A B
unmatched                | 2 quotes A by ~X      | A open 5000 from X                                          | SUSPENSE unmatched A
unmatched                | 2 quotes A            | A review 5000                                               | SUSPENSE unmatched A
unmatched                | 2499 quotes A         | A open 5000                                                 | SUSPENSE unmatched A
unmatched                | 10001 quotes A        | A open 5000                                                 | SUSPENSE unmatched A
unmatched                | 2 quotes A quotes B   | A open 5000; B open 3000                                    | SUSPENSE unmatched B A
unmatched                | 2700 quotes A quotes B | A open 5000; B open 3000                                   | SUSPENSE unmatched B A
unproven                 | 2 weak quotes A       | A open 5000                                                 | SUSPENSE unproven A

# Nothing but the number ties it to a session
unmatched                | 5000                  |                                                             | SUSPENSE unmatched -
unmatched                | 4000                  | A open 5000                                                 | SUSPENSE unmatched A
unmatched                | 4000 by Z             | A open 5000 from X                                          | SUSPENSE unmatched A
unmatched                | 4000 by Z             | A open 5000; B open 4500 from Y; C review 9000              | SUSPENSE unmatched B A C

# The ticket of a session that was given another number
ticket_of_another_number | 5000 quotes A         | A open 5000 elsewhere                                       | SUSPENSE ticket_of_another_number A
ticket_of_another_number | 5000 quotes A         | A open 5000 elsewhere; B open 5000                          | SUSPENSE ticket_of_another_number A
ticket_of_another_number | 5000 beside A         | A open 5000 elsewhere; B open 5000                          | SUSPENSE ticket_of_another_number A
ticket_of_another_number | 5000 quotes A by X    | A paid 5000 from X elsewhere; B open 5000 from X            | SUSPENSE ticket_of_another_number A
ticket_of_another_number | 5000 quotes A         | A cancelled 900 elsewhere; B open 5000                      | SUSPENSE ticket_of_another_number A
ticket_of_another_number | 5000 quotes A by X    | A expired 900 elsewhere; B open 5000 from X                 | SUSPENSE ticket_of_another_number A

# Staff move money between numbers of ours
own_number               | 5000 ours             | A open 5000                                                 | SUSPENSE own_number A
own_number               | 5000 ours by X quotes A | A open 5000 from X                                        | SUSPENSE own_number A
own_number               | 5000 ours weak        |                                                             | SUSPENSE own_number -

# In doubt: what it would touch without the doubt goes to a person, and no more than that
unproven                 | 5000 weak             | A open 5000                                                 | REVIEW unproven A
unproven                 | 5000 weak at 11       | A open 5000                                                 | REVIEW unproven A
unproven                 | 5000 weak             | A review 5000                                               | REVIEW unproven A
unproven                 | 5000 weak by Z        | A open 5000 from X                                          | REVIEW unproven A
unproven                 | 5000 weak by X        | A open 5000 from X; B open 5000 from Y                      | REVIEW unproven A
unproven                 | 5000 weak by X        | A open 5000 from X; B open 3000 from X                      | REVIEW unproven A
unproven                 | 5000 weak by X        | A open 5000; B open 500 from X elsewhere                    | REVIEW unproven A B
unproven                 | 5000 weak crowded     | A open 5000                                                 | SUSPENSE unproven A
unproven                 | 5000 weak             | A open 5000; B open 5000                                    | REVIEW unproven A B
unproven                 | 4000 weak quotes A    | A open 5000                                                 | REVIEW unproven A
unproven                 | 4000 weak             | A open 5000                                                 | SUSPENSE unproven A
unproven                 | 5000 weak             | A paid 5000                                                 | SUSPENSE unproven A
unproven                 | 5000 weak             | A cancelled 5000                                            | SUSPENSE unproven A
unproven                 | 5000 weak quotes A    | A open 5000 elsewhere; B open 5000                          | SUSPENSE unproven A B
unproven                 | 5000 weak at -9       | A open 5000                                                 | SUSPENSE unproven -
unproven                 | 5000 weak             |                                                             | SUSPENSE unproven -

# Proven money whose message nobody can read
unread                   | 5000 unread           | A open 5000                                                 | SUSPENSE unread A
unread                   | 5000 unread weak      |                                                             | SUSPENSE unread -

# One payment puts eight sessions under review at most, whoever made them; and none when not all could be read
payer_points_elsewhere   | 5000 by X             | A open 5000; B open 5000 from X elsewhere; C open 5000 from X elsewhere; D open 5000 from X elsewhere; E open 5000 from X elsewhere; F open 5000 from X elsewhere; G open 5000 from X elsewhere; H open 5000 from X elsewhere | REVIEW ambiguous A B C D E F G H
too_many                 | 5000 by X             | A open 5000; B open 5000 from X elsewhere; C open 5000 from X elsewhere; D open 5000 from X elsewhere; E open 5000 from X elsewhere; F open 5000 from X elsewhere; G open 5000 from X elsewhere; H open 5000 from X elsewhere; I open 5000 from X elsewhere | SUSPENSE too_many A B C D E
unique_in_time           | 5000 by X             | A open 5000 from X; B open 5000 from X elsewhere; C open 5000 from X elsewhere; D open 5000 from X elsewhere; E open 5000 from X elsewhere; F open 5000 from X elsewhere; G open 5000 from X elsewhere; H open 5000 from X elsewhere; I open 5000 from X elsewhere | SETTLE A
too_many                 | 5000 crowded          | A open 5000                                                 | SUSPENSE too_many A
too_many                 | 5000 by X crowded     | A open 5000                                                 | SUSPENSE too_many A
too_many                 | 5000 by ~X crowded    | A open 5000 from X                                          | SUSPENSE too_many A
unique_in_time           | 5000 by X crowded     | A open 5000 from X                                          | SETTLE A
unique_in_time           | 5000 quotes A crowded | A open 5000                                                 | SETTLE A
unmatched                | 4000 crowded          | A open 5000                                                 | SUSPENSE unmatched A
`;

const PHONES: Record<string, string> = { X: '66123401', Y: '66123402', Z: '99887703' };
const STATUSES: Record<string, Claimant['status']> = {
  open: 'AWAITING_PAYMENT',
  paid: 'SUCCESS',
  review: 'UNDER_REVIEW',
  expired: 'EXPIRED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
};

type Scenario = { line: string; rule: string; payment: string; sessions: string; verdict: string };

const scenarios: Scenario[] = SCENARIOS.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('rule '))
  .map((line) => {
    const [rule = '', payment = '', sessions = '', verdict = ''] = line.split('|').map((cell) => cell.trim());
    return { line, rule, payment, sessions, verdict };
  });

/** `-2:01` → two minutes and one second before minute 0. */
function millis(clock: string): number {
  const [minutes = '0', seconds = '0'] = clock.replace('-', '').split(':');
  return (clock.startsWith('-') ? -1 : 1) * (Number(minutes) * 60 + Number(seconds)) * 1000;
}

const DOUBTS: Readonly<Record<string, string>> = {
  weak: 'fraction',
  unread: 'unread',
  ours: FROM_OWN_NUMBER,
};

function readPayment(text: string): CreditFacts {
  const [amount, ...words] = text.split(' ');
  const credit: CreditFacts = {
    amount_xaf: Number(amount),
    occurred_at_ms: millis('2'),
    occurred_precision_ms: 0,
    payer: null,
    tickets: [],
    doubts: [],
  };
  while (words.length > 0) {
    const word = words.shift();
    if (word === 'crowded') continue;
    const doubt = DOUBTS[word ?? ''];
    if (doubt !== undefined) {
      credit.doubts.push(doubt);
      continue;
    }
    const value = words.shift() ?? '';
    if (word === 'at' || word === 'printed') credit.occurred_at_ms = millis(value);
    if (word === 'printed') credit.occurred_precision_ms = 60_000;
    else if (word === 'by') credit.payer = payerPrint(value);
    else if (word === 'quotes') credit.tickets.push(`TICKET-${value}`);
    else if (word === 'beside') credit.told_tickets = [...(credit.told_tickets ?? []), `TICKET-${value}`];
    else if (word !== 'at') throw new Error(`what is "${word}"?`);
  }
  return credit;
}

function payerPrint(name: string): string {
  const phone = PHONES[name.replace('~', '')] as string;
  return name.startsWith('~') ? `${phone.slice(0, 2)}••••${phone.slice(6)}` : phone;
}

function readSession(text: string): Claimant {
  const [name, status = '', amount, ...words] = text.trim().split(' ');
  const session: Claimant = {
    kind: 'session',
    id: name as string,
    status: STATUSES[status] as Claimant['status'],
    amount_xaf: Number(amount),
    customer_phone: null,
    ticket: `TICKET-${name}`,
    created_at_ms: 0,
    expires_at_ms: millis('10'),
    same_number: true,
  };
  while (words.length > 0) {
    const word = words.shift();
    if (word === 'elsewhere') {
      session.same_number = false;
      continue;
    }
    const value = words.shift() ?? '';
    if (word === 'from') session.customer_phone = `+235${PHONES[value]}`;
    else if (word === 'made') session.created_at_ms = millis(value);
    else if (word === 'until') session.expires_at_ms = millis(value);
    else if (word === 'closed') session.closed_at_ms = millis(value);
    else throw new Error(`what is "${word}"?`);
  }
  return session;
}

function write(decision: Decision): string {
  const sessions = decision.claimants.map(({ id }) => id).join(' ') || '-';
  if (decision.verdict === 'SETTLE') return `SETTLE ${sessions}`;
  if (decision.verdict === 'REVIEW') return `REVIEW ${decision.review_reason} ${sessions}`;
  return `SUSPENSE ${decision.suspense_reason} ${sessions}`;
}

test.each(scenarios)('$line', ({ rule, payment, sessions, verdict }) => {
  const decision = decide({
    credit: readPayment(payment),
    claimants: sessions === '' ? [] : sessions.split(';').map(readSession),
    is_cut: payment.includes('crowded'),
    policy: { skew_ms: 120_000 },
  });
  expect(`${decision.rule}: ${write(decision)}`).toBe(`${rule}: ${verdict}`);
  expect(decision.reason).not.toBe('');
});

test('every rule decides at least two of the scenarios, and most scenarios are refusals', () => {
  const lines = Map.groupBy(scenarios, ({ rule }) => rule);
  for (const rule of Object.keys(RULES)) expect(lines.get(rule)?.length ?? 0, rule).toBeGreaterThanOrEqual(2);
  for (const rule of lines.keys()) expect(Object.keys(RULES)).toContain(rule);
  const settled = scenarios.filter(({ verdict }) => verdict.startsWith('SETTLE'));
  expect(settled.length * 2).toBeLessThan(scenarios.length);
});

test('the rules speak in this order', () => {
  expect(Object.keys(RULES)).toEqual([
    'own_number',
    'unread',
    'unproven',
    'too_many',
    'ticket_of_another_number',
    'payer_mismatch',
    'ticket_points_elsewhere',
    'payer_points_elsewhere',
    'joins_review',
    'unique_in_time',
    'late',
    'ambiguous',
    'second_payment',
    'session_closed',
    'amount_mismatch',
    'unmatched',
  ]);
});
