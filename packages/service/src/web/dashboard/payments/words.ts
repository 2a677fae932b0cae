import type { DeliveryState } from '../../../domain/delivery/delivery.ts';
import type { RuleName } from '../../../domain/matching/rules.ts';
import type { FilterField } from '../../../domain/payment/filter.ts';
import type { LifeStep } from '../../../domain/payment/life.ts';
import type { PaymentKind, PaymentStatus, Standing } from '../../../domain/payment/payment.ts';
import type { Checked, ReviewReason } from '../../../domain/session/session.ts';
import type { SafeHtml } from '../../html.ts';

type With<Values extends string> = (values: Readonly<Record<Values, SafeHtml>>) => SafeHtml;
type StepOf<Name extends LifeStep['name']> = Extract<LifeStep, { name: Name }>;

/** Every word of the pages of payments. */
export type PaymentWords = {
  title: string;
  today: string;
  standings: Readonly<Record<Standing | 'reversed', string>>;
  kinds: Readonly<Record<PaymentKind, string>>;

  filter: {
    labels: Readonly<Record<FilterField, string>>;
    all: string;
    search_hint: string;
    unanswered: string;
    amount_hint: string;
    wrong: Readonly<Record<FilterField, string>>;
    more: string;
    apply: string;
    clear: string;
  };
  columns: {
    created: string;
    reference: string;
    amount: string;
    operator: string;
    status: string;
    payer: string;
  };
  count: (count: number) => string;
  crowded: string;
  looked_until: With<'moment'>;
  go_on: string;
  nothing: string;
  export: {
    title: string;
    count: (count: number) => string;
    uncounted: string;
    text: string;
    download: string;
  };

  facts: {
    title: string;
    kind: string;
    status: string;
    reference: string;
    ticket: string;
    internal_ref: string;
    amount: string;
    operator: string;
    payer: string;
    number: string;
    created: string;
    until: string;
    description: string;
    id: string;
    operator_id: string;
    checkout: string;
  };
  /** Its own word for each status. */
  statuses: Readonly<Record<PaymentStatus, string>>;
  checked: Readonly<Record<Checked, string>>;

  life: {
    title: string;
    created: Readonly<Record<PaymentKind, string>>;
    told: With<'number' | 'time'>;
    asked: With<'phone'>;
    claimed: With<'id'>;
    seen: Readonly<Record<StepOf<'seen'>['role'], string>>;
    money: With<'amount' | 'moment'>;
    money_payer: With<'phone'>;
    money_id: With<'id'>;
    money_hidden: string;
    decided: string;
    rules: Readonly<Record<RuleName | 'other', string>>;
    ticket_quoted: string;
    payer_declared: string;
    review: Readonly<Record<StepOf<'review_opened'>['kind'], string>>;
    review_next: string;
    reasons: Readonly<Record<ReviewReason, string>>;
    staff: Readonly<Record<StepOf<'staff'>['verdict'], string>>;
    proof: Readonly<Record<StepOf<'proof'>['kind'], string>>;
    proof_late: string;
    surplus: With<'amount'>;
    reversed: string;
  };

  webhooks: {
    title: string;
    none: string;
    states: Readonly<Record<DeliveryState, string>>;
    attempts: (count: number) => string;
    next: With<'moment'>;
    answered: With<'code'>;
    outcomes: Readonly<Record<string, string>>;
    columns: { when: string; what: string; took: string; answer: string };
    resend: string;
    resent: string;
    refused: { endpoint_disabled: string; endpoint_removed: string };
  };

  cancel: {
    title: string;
    text: string;
    button: string;
    done: string;
    refused: Readonly<Record<PaymentStatus, string>>;
    not_a_session: string;
  };
};
