// The form beside each operation of the reference that sends the request and shows the response.
// The API key stays in the tab: in its session storage, which ends with it, and in no other place.
// What changes something is sent by a second click.

export const TRY_SCRIPT = `
'use strict';
{
  const KEY = 'tidemill-docs-key';
  const HEADERS = ['x-request-id', 'ratelimit', 'retry-after', 'location', 'idempotency-replayed'];
  const keyFields = new Set();
  const element = (tag, values = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), values);
    made.append(...children);
    return made;
  };
  const storedKey = () => {
    try {
      return sessionStorage.getItem(KEY) ?? '';
    } catch {
      return '';
    }
  };
  const keep = (key) => {
    try {
      if (key === '') sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, key);
    } catch {
      // A browser that stores nothing has the key in the fields of the page alone.
    }
    for (const field of keyFields) field.value = key;
  };
  const randomKey = () =>
    [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');

  function field(label, input) {
    return element('label', { className: 'field' }, element('span', { textContent: label }), input);
  }

  function requestOf(panel, inputs, body) {
    let path = panel.dataset.path;
    const query = new URLSearchParams();
    for (const { name, place, input } of inputs) {
      if (place === 'path') path = path.replace('{' + name + '}', encodeURIComponent(input.value));
      else if (input.value !== '') query.append(name, input.value);
    }
    const text = query.toString();
    const { method } = panel.dataset;
    const headers = { authorization: 'Bearer ' + storedKey() };
    if (body !== null) headers['content-type'] = 'application/json';
    if (method !== 'GET') headers['idempotency-key'] = randomKey();
    const url = path + (text === '' ? '' : '?' + text);
    return [url, { method, headers, credentials: 'omit', cache: 'no-store',
      ...(body === null ? {} : { body: body.value }) }];
  }

  async function send(panel, inputs, body, output) {
    const [url, request] = requestOf(panel, inputs, body);
    const startedMs = performance.now();
    output.replaceChildren(element('p', { className: 'soft', textContent: 'Sending…' }));
    try {
      const response = await fetch(url, request);
      const text = await response.text();
      const tookMs = Math.round(performance.now() - startedMs);
      const shown = HEADERS.filter((name) => response.headers.has(name))
        .map((name) => name + ': ' + response.headers.get(name));
      const status = element('p', { className: response.ok ? 'good' : 'bad' },
        element('strong', { textContent: String(response.status) }),
        ' ' + request.method + ' ' + url + ' in ' + tookMs + ' ms');
      output.replaceChildren(status,
        element('pre', {}, element('code', { textContent: shown.join('\\n') })),
        ...(text === '' ? [] : [element('pre', {}, element('code', { textContent: pretty(text) }))]));
    } catch (error) {
      output.replaceChildren(element('p', { className: 'bad', textContent: 'No response: ' + error.message }));
    }
  }

  function pretty(text) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }

  function fill(panel) {
    const { method } = panel.dataset;
    const isRead = method === 'GET';
    const key = element('input', { type: 'password', autocomplete: 'off', spellcheck: false,
      placeholder: 'tm_live_…', value: storedKey(), required: true });
    keyFields.add(key);
    key.addEventListener('change', () => keep(key.value.trim()));
    const forget = element('button', { type: 'button', textContent: 'Forget the key' });
    forget.addEventListener('click', () => keep(''));
    const inputs = JSON.parse(panel.dataset.parameters).map(({ name, place, required }) => {
      const input = element('input', { type: 'text', autocomplete: 'off', spellcheck: false, required });
      return { name, place, input };
    });
    const text = panel.dataset.body;
    const body = text === '' ? null
      : element('textarea', { value: text, spellcheck: false,
          rows: Math.min(18, text.split('\\n').length + 1) });
    const button = element('button', { type: 'submit', className: 'send', textContent: 'Send' });
    const output = element('div', { className: 'output' });
    output.setAttribute('aria-live', 'polite');
    const form = element('form', {},
      field('API key, stored in this tab only', key),
      ...inputs.map(({ name, input }) => field(name + (input.required ? '' : ' (optional)'), input)),
      ...(body === null ? [] : [field('Body', body)]),
      element('p', { className: 'line' }, button, forget), output);
    let isWarned = false;
    const reset = () => {
      isWarned = false;
      button.textContent = 'Send';
      button.classList.remove('warned');
    };
    form.addEventListener('input', reset);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      keep(key.value.trim());
      if (!isRead && !isWarned) {
        isWarned = true;
        button.textContent = 'Click again: this acts with your key';
        button.classList.add('warned');
        return;
      }
      reset();
      button.disabled = true;
      await send(panel, inputs, body, output);
      button.disabled = false;
    });
    panel.append(form);
  }

  for (const panel of document.querySelectorAll('details.try')) {
    panel.hidden = false;
    panel.addEventListener('toggle', () => {
      if (panel.querySelector('form') === null) fill(panel);
    });
  }
}
`;
