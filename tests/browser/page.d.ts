// What the script of the page knows of its elements and the compiler does not: which tag has which id in page.html.
interface Document {
  addEventListener(type: 'keydown', listener: (event: any) => void): void;
  getElementById(id: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
