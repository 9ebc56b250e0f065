import { By, type WebDriver, type WebElement } from "selenium-webdriver";

const withinMs = 20_000;

/** What a person does on the page, by the names that he reads there; each step waits until it can be done. */
export class WebKitPage {
  readonly #driver: WebDriver;

  constructor(driver: WebDriver) {
    this.#driver = driver;
  }

  open(url: string): Promise<void> {
    return this.#driver.get(url);
  }

  /** @param name the whole text of the button, or its label for screen readers */
  press(name: string): Promise<void> {
    const button = `//button[${words}=${quoted(name)} or @aria-label=${quoted(name)}][not(@data-loading)]`;
    return this.#do(`press ${name}`, button, (found) => found.click());
  }

  /** Replaces what stands in the field. @param label how its label begins; a required one ends with a star */
  fill(label: string, value: string): Promise<void> {
    return this.#do(`fill ${label}`, fieldOf(label), async (field) => {
      await field.clear();
      await field.sendKeys(value);
    });
  }

  /** What stands in the field. */
  async valueOf(label: string): Promise<string> {
    let value = "";
    await this.#do(`read ${label}`, fieldOf(label), async (field) => {
      value = (await field.getAttribute("value")) ?? "";
    });
    return value;
  }

  choose(label: string, option: string): Promise<void> {
    const of = `${fieldOf(label)}/option[${words}=${quoted(option)}]`;
    return this.#do(`choose ${option}`, of, (found) => found.click());
  }

  /** @param part of what the option says */
  pressOption(part: string): Promise<void> {
    const option = `//*[@role='option'][contains(., ${quoted(part)})]`;
    return this.#do(`press ${part}`, option, (found) => found.click());
  }

  /** Waits for a heading of the first level that begins so. */
  async seeHeading(begin: string): Promise<void> {
    await this.#do(`see ${begin}`, `//h1[starts-with(${words}, ${quoted(begin)})]`, shown);
  }

  async see(text: string): Promise<void> {
    await this.#do(`see ${text}`, `//*[contains(text(), ${quoted(text)})]`, shown);
  }

  async untilAddressHas(part: string): Promise<void> {
    const isThere = async () => (await this.#driver.getCurrentUrl()).includes(part);
    await this.#driver.wait(isThere, withinMs, `The address never had ${part}.`);
  }

  /** Back, as by the browser's button. */
  back(): Promise<void> {
    return this.#driver.navigate().back();
  }

  /** Marks the page, so that it is known again if the browser sets it aside and shows it once more. */
  async mark(): Promise<void> {
    await this.#driver.executeScript("window.isMarked = true");
  }

  async isMarked(): Promise<boolean> {
    return this.#driver.executeScript<boolean>("return window.isMarked === true");
  }

  /** Tries until it can be done: elements come late, move, and are replaced. */
  async #do(
    what: string,
    xpath: string,
    act: (element: WebElement) => Promise<unknown>,
  ): Promise<void> {
    let last: unknown = null;
    const isDone = async () => {
      try {
        const found = await this.#driver.findElements(By.xpath(xpath));
        for (const element of found) {
          if (!(await element.isDisplayed())) continue;
          // Not below a bar that stays at the bottom.
          await this.#driver.executeScript(
            "arguments[0].scrollIntoView({ block: 'center' })",
            element,
          );
          await act(element);
          return true;
        }
      } catch (error) {
        last = error;
      }
      return false;
    };
    await this.#driver.wait(isDone, withinMs).catch((error: unknown) => {
      throw new Error(`It was not possible to ${what}.`, { cause: last ?? error });
    });
  }
}

async function shown(element: WebElement): Promise<boolean> {
  return element.isDisplayed();
}

/** The text of an element with single plain blanks, as a person reads it. */
const words = "normalize-space(translate(., '\u00a0', ' '))";

function fieldOf(label: string): string {
  return `//*[@id=//label[starts-with(${words}, ${quoted(label)})]/@for or @aria-label=${quoted(label)}]`;
}

function quoted(text: string): string {
  return `"${text}"`;
}
