/**
 * **Who may open what**, of every address of those who sign in: written out, so that a page which opens to more people than it did,
 * or a new one that nobody has thought about, stands out here. `anybody` is signed in or not, `person` is signed in as whoever.
 */
export const WHO_MAY: Readonly<Record<string, string>> = {
  anybody: `
    GET POST /account/begin
    GET POST /account/enrol
    GET POST /account/enrol/factor
    GET POST /account/forgotten
    GET POST /account/join
    GET /account/mails
    GET POST /account/new-password
    GET POST /account/second-factor
    GET POST /account/sign-in
    POST /account/sign-in/passkey
    POST /account/sign-in/passkey-request
    GET POST /account/sign-up
    GET POST /account/undo-factors
  `,
  person: `
    GET /account
    GET POST /account/confirm
    GET /account/home
    POST /account/join/accept
    POST /account/merchant
    POST /account/passkeys
    POST /account/passkeys/offer
    POST /account/passkeys/remove
    POST /account/password
    POST /account/profile
    POST /account/recovery-codes
    POST /account/sessions/end
    POST /account/sessions/end-others
    POST /account/sign-out
    GET POST /account/totp
    POST /account/totp/remove
  `,
  'owner developer accountant cashier': `
    GET /dashboard
    GET /dashboard/:environment/links
    GET /dashboard/:environment/links/:id
    GET /dashboard/:environment/payments
    GET /dashboard/:environment/payments/:id
    POST /dashboard/leave
    GET /dashboard/settings
    POST /dashboard/settings/notices
  `,
  'owner developer accountant': `
    GET /dashboard/:environment/home
    GET /dashboard/:environment/payments/export
    GET /dashboard/:environment/payments/export.csv
    GET /dashboard/:environment/refunds
    GET /dashboard/:environment/settlements
    GET /dashboard/:environment/settlements/:id
    GET /dashboard/:environment/settlements/:id/settlement.pdf
    GET /dashboard/:environment/settlements/:id/transfers.csv
  `,
  'owner developer cashier': `
    POST /dashboard/:environment/links/:id/close
    POST /dashboard/:environment/links/:id/reopen
    GET POST /dashboard/:environment/links/new
    GET POST /dashboard/:environment/new
    GET /dashboard/:environment/new/:id
    GET /dashboard/:environment/new/:id/live
    POST /dashboard/:environment/payments/:id/cancel
  `,
  'owner accountant': `
    POST /dashboard/:environment/payments/:id/refund
    GET /dashboard/:environment/reports
    GET /dashboard/:environment/reports/fees
    GET /dashboard/:environment/reports/statement
    GET /dashboard/:environment/reports/transfers
    POST /dashboard/:environment/settlements/now
    POST /dashboard/:environment/settlements/schedule
    GET /dashboard/proof
    GET /dashboard/proof/:day
    GET /dashboard/proof/:day/proof.pdf
  `,
  'owner developer': `
    GET /dashboard/:environment/deliveries/:id
    POST /dashboard/:environment/deliveries/:id/resend
    GET /dashboard/:environment/events
    GET /dashboard/:environment/events/:id
    GET POST /dashboard/:environment/keys
    GET POST /dashboard/:environment/keys/:id/revoke
    POST /dashboard/:environment/payments/:id/resend
    GET /dashboard/:environment/requests
    GET POST /dashboard/:environment/webhooks
    GET POST /dashboard/:environment/webhooks/:id
    GET /dashboard/:environment/webhooks/:id/deliveries
    GET POST /dashboard/:environment/webhooks/:id/remove
    POST /dashboard/:environment/webhooks/:id/resend
    POST /dashboard/:environment/webhooks/:id/rotate
    POST /dashboard/:environment/webhooks/:id/test
    POST /dashboard/settings/checkout
  `,
  owner: `
    GET POST /dashboard/payout
    POST /dashboard/payout/:id/withdraw
    GET POST /dashboard/profile
    GET POST /dashboard/profile/check
    GET POST /dashboard/profile/documents
    POST /dashboard/profile/documents/:id/remove
    POST /dashboard/profile/withdraw
    GET /dashboard/team
    GET /dashboard/team/activity
    POST /dashboard/team/invitations
    POST /dashboard/team/invitations/:id/revoke
    POST /dashboard/team/members/:id/remove
    POST /dashboard/team/members/:id/role
  `,
  'agent supervisor administrator auditor': `
    GET /office
    GET /office/accounts
    GET /office/audit
    GET /office/cases/alert/:id
    GET /office/cases/incident/:id
    GET /office/cases/proposal/:id
    GET /office/cases/review/:id
    GET /office/cases/suspense/:id
    GET /office/cases/transaction/:id
    GET /office/day
    GET /office/fees
    GET /office/merchants
    GET /office/merchants/:id
    GET /office/numbers
    GET /office/numbers/:id
    GET /office/proof
    GET /office/proof/:day
    GET /office/proof/:day/proof.pdf
    GET /office/refunds
    POST /office/refunds/sending.pdf
    GET /office/reports
    GET /office/reports/suspense
    GET /office/reports/volume
    GET /office/settlements
    GET /office/settlements/:id
    POST /office/settlements/sending.csv
    POST /office/settlements/sending.pdf
    GET /office/staff
    GET /office/statements
    GET /office/statements/:id
    GET /office/tariffs
    GET POST /office/tokens
    POST /office/tokens/:id/approve
    POST /office/tokens/:id/revoke
    GET POST /office/wordings
    GET /office/wordings/new
  `,
  'agent supervisor administrator': `
    POST /office/accounts/correct
    POST /office/accounts/move
    POST /office/accounts/read
    POST /office/cases/alert/:id/close
    POST /office/cases/incident/:id/close
    POST /office/cases/proposal/:id/agree
    POST /office/cases/review/:id/confirm
    POST /office/cases/review/:id/reject
    POST /office/cases/suspense/:id/capital
    POST /office/cases/suspense/:id/merchant
    POST /office/cases/suspense/:id/refund
    POST /office/cases/suspense/:id/session
    POST /office/cases/suspense/:id/transaction
    POST /office/cases/suspense/:id/unmark
    POST /office/cases/suspense/:id/void
    POST /office/cases/transaction/:id/confirm
    POST /office/cases/transaction/:id/done
    POST /office/cases/transaction/:id/rail
    POST /office/cases/transaction/:id/refused
    POST /office/merchants/:id/settlement-draft
    GET POST /office/numbers/:id/anchor
    POST /office/numbers/:id/disown
    POST /office/numbers/:id/explain
    POST /office/numbers/:id/inbox
    POST /office/numbers/:id/pause
    POST /office/numbers/:id/resume
    POST /office/numbers/:id/sweep
    POST /office/proposals/withdraw
    POST /office/refunds/:id/fail
    POST /office/refunds/:id/send
    POST /office/settlements/:id/approve
    POST /office/settlements/:id/cancel
    POST /office/settlements/:id/doubt
    POST /office/settlements/:id/fail
    POST /office/settlements/:id/prove
    POST /office/settlements/:id/send
    POST /office/settlements/order.xml
    POST /office/statements/:id/refuse
    POST /office/statements/:id/settle
    GET POST /office/statements/import
    POST /office/wordings/give
    POST /office/wordings/replay
  `,
  'supervisor administrator': `
    POST /office/accounts/add
    POST /office/accounts/custodian
    POST /office/fees/set
    POST /office/merchants/:id/allowance
    POST /office/merchants/:id/approve
    POST /office/merchants/:id/documents/:document_id
    POST /office/merchants/:id/freeze
    POST /office/merchants/:id/keys/:key_id/revoke
    GET POST /office/merchants/:id/send-back
    POST /office/merchants/:id/settlement-terms
    POST /office/merchants/:id/unfreeze
    POST /office/numbers/:id/senders
    POST /office/payouts/:id/confirm
    POST /office/payouts/:id/refuse
    POST /office/statements/profiles/:profile/confirm
    POST /office/tariffs/set
    POST /office/wordings/confirm
  `,
  administrator: `
    POST /office/staff/:id/deactivate
    POST /office/staff/:id/role
    POST /office/staff/tokens/:id/revoke
  `,
};

/** What else the server answers, without a session: payers' pages, the reference, what a load balancer asks. */
export const OPEN_ADDRESSES = `
  GET /livez
  GET /readyz
  GET /openapi.json
  GET /docs
  GET /docs/plain
  GET /docs/start.js
  GET /docs/scalar.js
  GET /pay/payment-sessions/:id
  GET /pay/payment-sessions/:id/live
  POST /pay/payment-sessions/:id/claims
  POST /pay/payment-sessions/:id/sandbox
  GET POST /pay/l/:slug
`;
