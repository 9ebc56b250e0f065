/** Leaves this page for another by a form post, as card providers want it. */
export function postForm(target: {
  action: string;
  fields: readonly { name: string; value: string }[];
}): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = target.action;
  for (const { name, value } of target.fields) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
