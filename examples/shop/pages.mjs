// What the customer sees: HTML that works without JavaScript.

export const PRODUCTS = {
  millet: { name: 'Sac de mil, 5 kg', price_xaf: 4_500 },
  tea: { name: 'Thé vert, 250 g', price_xaf: 1_500 },
  sugar: { name: 'Sucre, 1 kg', price_xaf: 1_000 },
};

/** What each state of an order says. Only the server knows it: nothing in an address changes it. */
const WORDS = {
  WAITING: 'Nous attendons votre paiement.',
  CHECKING: 'Votre paiement est en cours de vérification. Ne payez pas une deuxième fois.',
  PAID: 'Payée. Nous préparons votre colis.',
  SHIPPED: 'Payée et expédiée. Merci !',
  ENDED:
    "La commande n'est pas payée : elle est annulée. Si vous avez envoyé de l'argent, ne payez pas de nouveau : écrivez-nous.",
};

const xaf = (amount) => `${amount.toLocaleString('fr')} FCFA`;

/** Everything that did not come from this file goes through here on its way into a page. */
const escaped = (text) => String(text).replace(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`);

/** @param lines `[{ name, price_xaf, quantity }]` */
export const total = (lines) => lines.reduce((sum, { price_xaf, quantity }) => sum + price_xaf * quantity, 0);

/** @param order_id of the order that the form makes: pressed twice, it is one order */
export function shopPage(lines, order_id) {
  const products = Object.entries(PRODUCTS).map(
    ([id, { name, price_xaf }]) => `
      <li>${name} <b>${xaf(price_xaf)}</b>
        <form method="post" action="/basket"><button name="product" value="${id}" aria-label="Ajouter : ${name}">Ajouter</button></form>`,
  );
  const basket = `
    ${table(lines)}
    <form method="post" action="/orders">
      <input type="hidden" name="id" value="${escaped(order_id)}">
      <fieldset><legend>Payer avec</legend>
        <label><input type="radio" name="operator" value="AIRTEL" checked> Airtel Money</label>
        <label><input type="radio" name="operator" value="MOOV"> Moov Money</label>
      </fieldset>
      <button class="pay">Payer ${xaf(total(lines))}</button>
    </form>
    <form method="post" action="/basket"><button name="product" value="">Vider le panier</button></form>`;
  return page(
    'La boutique',
    `<ul>${products.join('')}</ul><h2>Panier</h2>${lines.length > 0 ? basket : '<p>Votre panier est vide.</p>'}`,
  );
}

export function orderPage({ id, lines, state }) {
  const is_open = state === 'WAITING';
  const pay = `<form method="post" action="/orders/${id}/pay"><button class="pay">Payer</button></form>`;
  return page(
    'Votre commande',
    `<p><strong>${WORDS[state]}</strong></p>
    ${is_open ? pay : ''}
    ${is_open || state === 'CHECKING' ? `<p><a href="/orders/${id}">Actualiser</a>` : ''}
    ${table(lines)}
    <p>Commande <code>${id}</code></p><p><a href="/">Retour à la boutique</a></p>`,
  );
}

export const errorPage = (title, advice) =>
  page(title, `<p>${escaped(advice)}</p><p><a href="/">Retour à la boutique</a></p>`);

function table(lines) {
  const rows = lines.map(
    ({ name, price_xaf, quantity }) =>
      `<tr><td>${quantity} × ${escaped(name)}<td>${xaf(quantity * price_xaf)}`,
  );
  return `<table>${rows.join('')}<tr><th scope="row">Total<td><b>${xaf(total(lines))}</b></table>`;
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { max-width: 32rem; margin: auto; padding: 1rem; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif; }
  button { min-height: 2.75rem; padding: 0 1rem; border: 1px solid; border-radius: .5rem; background: none; color: inherit; font: inherit; }
  .pay { background: #0a6350; color: #fff; font-weight: 700; }
  ul { padding: 0; list-style: none; }
  li { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; margin: .5rem 0; }
  li form { margin-inline-start: auto; }
  table { width: 100%; }
  th { text-align: start; }
  td:last-child { text-align: end; }
  label { display: block; padding: .6rem 0; }
  form { margin: .5rem 0; }
  fieldset { margin: 1rem 0; border: 1px solid; border-radius: .5rem; }
`;

const page = (title, body) => `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
<main><h1>${title}</h1>${body}</main>
</html>
`;
